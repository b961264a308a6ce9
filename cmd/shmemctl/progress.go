package main

import (
	"github.com/vbauerster/cupwriter"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress is a bar on a terminal; the nil one shows nothing.
type progress struct {
	container *mpb.Progress
	bar       *mpb.Bar
}

// newProgress shows something only where stderr is a terminal.
func (p *printer) newProgress(quiet bool) *progress {
	if quiet || p.json || !cupwriter.New(p.stderr, false).IsTerminal() {
		return nil
	}
	return &progress{container: mpb.New(mpb.WithOutput(p.stderr), mpb.WithWidth(48))}
}

func (p *progress) begin(total int64) {
	if p == nil {
		return
	}
	p.bar = p.container.AddBar(total,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.CountersKibiByte("% .1f / % .1f")),
		mpb.AppendDecorators(
			decor.AverageSpeed(decor.SizeB1024(0), "% .1f "),
			decor.Name("ETA "),
			decor.AverageETA(decor.ET_STYLE_GO),
		),
	)
}

func (p *progress) add(bytes int64) {
	if p != nil {
		p.bar.IncrInt64(bytes)
	}
}

// end leaves the terminal as it was before.
func (p *progress) end() {
	if p == nil {
		return
	}
	if p.bar != nil {
		p.bar.Abort(true) // nothing if it is complete
	}
	p.container.Wait()
}
