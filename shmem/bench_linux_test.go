//go:build bench

package shmem_test

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

var reportPath = flag.String("report", "", "file that TestBenchReport writes its report to as well")

const (
	rounds        = 25
	longRounds    = 9                     // where doing it once is a round
	shortestRound = 20 * time.Millisecond // of each side, so that a tick of the scheduler is little
	benchFolder   = "/dev/shm"
)

// noGoal is the goal of a row that only explains others.
const noGoal = 0

// row is one line of the report: a ratio of two times, and its goal. To add one,
// declare it in a list that TestBenchReport goes through.
type row struct {
	what, against  string
	goal           float64 // the ratio at most
	allocatesNever bool    // whether an allocation of ours misses the goal, too
	// sides prepares files below folder. An error says why there is nothing to measure.
	sides func(t *testing.T, folder string) (ours, theirs side, err error)
}

// side does what is measured r.times times.
type side func(r *run)

// run is one timed execution of a side.
type run struct {
	times   int
	started time.Time
	spent   time.Duration
}

// untimed does what is no part of the measurement.
func (r *run) untimed(work func()) {
	r.spent += time.Since(r.started)
	work()
	r.started = time.Now()
}

// elsewhere does what is measured where it happens, in another process.
func (r *run) elsewhere(work func() time.Duration) {
	var spent time.Duration
	r.untimed(func() { spent = work() })
	r.spent += spent
}

// timed runs a side and returns the time for one repetition, and for all.
func timed(s side, times int) (each float64, all time.Duration) {
	runtime.GC()
	r := &run{times: times, started: time.Now()}
	s(r)
	r.spent += time.Since(r.started)
	return float64(r.spent) / float64(times), r.spent
}

// calibrated is how many repetitions of a side fill a round, also when nothing
// interrupts it. The first runs warm it up.
func calibrated(s side) int {
	for times := 1; ; times *= 2 {
		_, first := timed(s, times)
		_, second := timed(s, times)
		if min(first, second) >= shortestRound {
			return times
		}
	}
}

// measure returns the ratios of the rounds. The sides take turns in being first.
func measure(ours, theirs side) (ratio spread, taken int) {
	ourTimes, theirTimes := calibrated(ours), calibrated(theirs)
	taken = rounds
	if ourTimes == 1 || theirTimes == 1 {
		taken = longRounds
	}
	var ratios []float64
	for round := range taken {
		var our, their float64
		if round%2 == 0 {
			our, _ = timed(ours, ourTimes)
			their, _ = timed(theirs, theirTimes)
		} else {
			their, _ = timed(theirs, theirTimes)
			our, _ = timed(ours, ourTimes)
		}
		ratios = append(ratios, our/their)
	}
	return spreadOf(ratios), taken
}

// TestBenchReport prints what tensorshm costs in terms of what a program would
// do without it. It never fails for a ratio: a machine may be busy.
func TestBenchReport(t *testing.T) {
	report := io.Writer(os.Stdout)
	if *reportPath != "" {
		file, err := os.Create(*reportPath)
		noError(t, err)
		defer file.Close()
		report = io.MultiWriter(os.Stdout, file)
	}
	folder, err := os.MkdirTemp(benchFolder, "tensorshm-bench-")
	if err != nil {
		t.Skipf("the goals are for a filesystem in memory: %v", err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	defer debug.SetGCPercent(debug.SetGCPercent(-1))

	fmt.Fprintln(report, "How many times as long ours takes: each ratio is of one run, the two sides alternating, the median of its rounds and their range.")
	fmt.Fprintf(report, "%s %s/%s, Linux %s, %d processors, files on %s.\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, release(t), runtime.GOMAXPROCS(0), benchFolder)
	fmt.Fprintf(report, format, "goal", "median", "range", "rounds", "", "ours / theirs")
	for _, row := range slices.Concat(accessRows, fileRows, pageRows, conversionRows, streamRows, numpyRows(), preloadRows, safetensorsRows) {
		t.Run(row.what+" against "+row.against, func(t *testing.T) { row.report(t, report, folder) })
	}
}

// format is that of a line of the report.
const format = "%-9s %-7s %-16s %-7s %-7s %s\n"

// inDigits is a ratio in two decimals, or in four where it is small.
func inDigits(ratio float64) string {
	if ratio < 0.1 {
		return fmt.Sprintf("%.4f", ratio)
	}
	return fmt.Sprintf("%.2f", ratio)
}

func (r row) report(t *testing.T, report io.Writer, folder string) {
	goal, name := "<= "+inDigits(r.goal), r.what+" / "+r.against
	if r.goal == noGoal {
		goal = "-"
	}
	ours, theirs, err := r.sides(t, folder)
	if err != nil {
		fmt.Fprintf(report, format, goal, "-", "-", "0", "-", name+", not measured: "+err.Error())
		return
	}
	ratio, taken := measure(ours, theirs)
	verdict := "met"
	switch {
	case r.goal == noGoal:
		verdict = "-"
	case ratio.median > r.goal:
		verdict = "MISSED"
	}
	if r.allocatesNever {
		once := &run{times: 1}
		allocations := testing.AllocsPerRun(100, func() { ours(once) })
		if allocations != 0 {
			verdict = "MISSED"
		}
		name += fmt.Sprintf(" (%v allocations, goal 0)", allocations)
	}
	between := inDigits(ratio.lowest) + " to " + inDigits(ratio.highest)
	fmt.Fprintf(report, format, goal, inDigits(ratio.median), between, strconv.Itoa(taken), verdict, name)
}

func release(t *testing.T) string {
	t.Helper()
	var name unix.Utsname
	noError(t, unix.Uname(&name))
	return strings.TrimRight(string(name.Release[:]), "\x00")
}
