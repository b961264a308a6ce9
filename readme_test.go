package tensorshm_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

var codeBlock = regexp.MustCompile("(?ms)^```go ?([a-z]*)\n(.*?)^```$")

// compile builds a program against this module and returns it.
func compile(t *testing.T, source string) (program string) {
	t.Helper()
	folder := t.TempDir()
	file := filepath.Join(folder, "main.go")
	program = filepath.Join(folder, "program")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if output, err := exec.Command("go", "build", "-o", program, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, output, source)
	}
	return program
}

func TestReadmeProgramsPrintWhatTheReadmeSays(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("regions need Linux")
	}
	readme := readFile(t, "README.md")
	programs := map[string]string{}
	for _, block := range codeBlock.FindAllStringSubmatch(readme, -1) {
		if name, source := block[1], block[2]; name != "" {
			programs[name] = compile(t, source)
		} else {
			compile(t, "package main\n\nimport (\n\"fmt\"\n\n\"github.com/tensorshm/tensorshm/shmem\"\n)\n\n"+source+"\nfunc main() {}\n")
		}
	}
	folder := t.TempDir()
	for _, run := range [][]string{{"producer", "kv"}, {"consumer", "kv"}, {"model", "model.safetensors"}} {
		name, path := run[0], filepath.Join(folder, run[1])
		output, err := exec.Command(programs[name], path).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, output)
		}
		if !strings.Contains(readme, "\n    "+strings.ReplaceAll(strings.TrimSuffix(string(output), "\n"), "\n", "\n    ")+"\n") {
			t.Errorf("the README does not show what the %s prints: %s", name, output)
		}
	}
}

func TestReadmeCommandsAreTargets(t *testing.T) {
	makefile := readFile(t, "Makefile")
	commands := regexp.MustCompile(`(?m)^    make ([a-z-]+)|`+"`make ([a-z-]+)`").FindAllStringSubmatch(readFile(t, "README.md"), -1)
	if len(commands) < 2 {
		t.Fatalf("found %d make commands in the README", len(commands))
	}
	for _, command := range commands {
		if target := command[1] + command[2]; !strings.Contains(makefile, "\n"+target+":") {
			t.Errorf("the README says make %s, which is no target", target)
		}
	}
}

// The tests of the promises that the README makes, by the words it makes them in.
var promises = map[string][]string{
	"- **Layout.**":                 {"TestSupportedDTypeLivesThroughEveryStep", "TestSizesAreThoseOfOtherEcosystems", "TestValuesNeverChange"},
	"- **Create** checks":           {"TestFailedCreateLeavesTheOldFileUntouched", "TestCreateReplacesTheFileAndOldReadersKeepTheirs", "TestAbundantSizeIsNoSpaceAndLeavesNothing", "TestKilledCreatorHarmsNobody", "TestTheTightestMemoryCgroupLimitIsFound"},
	"- **Open** maps":               {"TestWhatIsNoRegularFileIsRefusedWithoutBlocking", "TestOpenMapsWhatWasAskedFor", "TestNetworkFilesystemsAreRefusedUnlessAllowed"},
	"- **Lock**, `RLock`":           {"TestRegionsOfOneFileExcludeEachOther", "TestLockIsTheFlockOfTheFile", "TestLockEndsWithItsContext", "TestLockEndsWithItsProcess", "TestProgramsThatAreStartedInheritNoLock"},
	"- **InUse** tells":             {"TestInUseFromTheFirstOpenToTheLastClose", "TestIfUnusedLeavesWhatSomebodyHasOpen", "TestIfUnusedReplacesNothingThatIsBeingOpened"},
	"- **NewHeap** serves":          {"TestEveryDTypeOfASizeLivesOnTheHeap", "TestHeapStorageHasNoFile", "TestRaceDetectorSeesTheHeap"},
	"- **ReadStats** tells":         {"TestStatsCountRegionsBytesAndFaults"},
	"- **Close** leaves":            {"TestStaleSliceFaultsInsteadOfReadingAnotherRegion"},
	"- **Guard** returns":           {"TestTruncationUnderAGuardIsAFaultError", "TestTruncationUnderAConversionIsAFaultError", "TestTruncationUnderACopyIsAFaultErrorWhicheverWorkerMeetsIt"},
	"- **Accessors** cost":          {"TestAccessorsDoNotAllocate"},
	"- **ReadFloat32** and":         {"TestReadFloat32GivesTheScalarValuesOfAnyRange", "TestWriteFloat32StoresAnyRangeAndLeavesTheRestAlone", "TestConversionsDoNotAllocate"},
	"- **Narrow floats** are":       {"TestEncode", "TestDecode", "TestBulkConversionsGiveWhatTheCoreGives", "TestVariableSelectsTables", "TestEveryFloat32IsEncodedInASliceAsAlone"},
	"- **CopyTo** and":              {"TestCopiesOfAnySizeByAnyWorkersAreThoseOfCopy", "TestCopiesOnTheCallersGoroutineDoNotAllocate", "TestCopiesBesideCloseAreWholeOrRefused"},
	"- **safetensors** files are":   {"TestBadFilesAreRefusedByTheRuleTheyBreak", "TestGoodFilesOpenAndSayWhatTheyHold", "TestMemoryToOpenIsBoundedByTheFile", "TestMisalignedTensorsHaveNoViewButACopy", "TestReadersSeeWholeFilesOnly", "TestFailedCreateLeavesWhatWasThere", "TestTruncationDuringOpenIsAnErrorOrNothing"},
	"- **shmemctl preload** either": {"TestBadFilesAreAClearErrorInEveryCommandAndNothingIsLost", "TestFileThatChangesWhileItIsReadIsAnErrorAndNothingIsLost", "TestDestinationThatIsTooSmallIsNoSpaceAndNothingIsLost", "TestInterruptedPreloadLeavesNothingAndTheOldFile", "TestKilledPreloadLeavesWhatTheNextIntoThatFolderRemoves", "TestReadersKeepTheFileThatIsReplaced"},
	"- Errors name the operation":   {"TestOpenRejectsTooSmallFile", "TestFailedCreateLeavesTheOldFileUntouched"},
}

// testsBelow is the text of all tests below folders.
func testsBelow(t *testing.T, folders ...string) string {
	t.Helper()
	text := ""
	for _, folder := range folders {
		for _, file := range goFiles(t, folder) {
			if file.test {
				text += readFile(t, file.path)
			}
		}
	}
	return text
}

func TestEveryPromiseOfTheReadmeHasItsTests(t *testing.T) {
	readme := readFile(t, "README.md")
	_, section, _ := strings.Cut(readme, "## What is promised\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if made := strings.Count(section, "\n- "); made != len(promises) {
		t.Errorf("the README makes %d promises, the tests know %d", made, len(promises))
	}
	declared := testsBelow(t, "shmem", "cmd")
	for promise, tests := range promises {
		if !strings.Contains(section, "\n"+promise) {
			t.Errorf("the README no longer promises %q", promise)
		}
		for _, test := range tests {
			if !strings.Contains(declared, "func "+test) {
				t.Errorf("%q: no test %s", promise, test)
			}
		}
	}
}

func TestTestsThatTheReadmeNamesExist(t *testing.T) {
	declared := testsBelow(t, "shmem")
	named := regexp.MustCompile("`(Test[A-Za-z]+)`").FindAllStringSubmatch(readFile(t, "README.md"), -1)
	if len(named) == 0 {
		t.Fatal("the README names no tests")
	}
	for _, test := range named {
		if !strings.Contains(declared, "\nfunc "+test[1]+"(") {
			t.Errorf("no test %s", test[1])
		}
	}
}
