// Command _asm writes the assembly kernels of package minifloat: the file that
// holds them and the one that declares them. With -check it writes nothing and
// fails if they differ from what it would write.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

func main() {
	check := flag.Bool("check", false, "write nothing; fail if a file differs")
	folder := flag.String("folder", "..", "the folder of package minifloat")
	flag.Parse()
	files, err := kernels()
	if err == nil {
		err = deliver(files, *folder, *check)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "_asm:", err)
		os.Exit(1)
	}
}

// kernels returns the files by their names.
func kernels() (map[string][]byte, error) {
	p := &program{Context: build.NewContext()}
	p.ConstraintExpr("!purego,!race")
	p.declareDecoders()
	p.declareEncoders()
	p.declareDoubles()
	p.declareProcessor()
	file, err := p.Result()
	if err != nil {
		return nil, err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, err
	}
	config := printer.Config{Name: "shmem/minifloat/_asm", Pkg: "minifloat"}
	files := map[string][]byte{}
	for extension, written := range map[string]printer.Printer{".s": printer.NewGoAsm(config), ".go": printer.NewStubs(config)} {
		content, err := written.Print(file)
		if err != nil {
			return nil, err
		}
		files["zz_generated_kernels_amd64"+extension] = content
	}
	return files, nil
}

func deliver(files map[string][]byte, folder string, check bool) error {
	for name, content := range files {
		path := filepath.Join(folder, name)
		if !check {
			if err := os.WriteFile(path, content, 0o666); err != nil {
				return err
			}
			continue
		}
		old, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !bytes.Equal(old, content) {
			return fmt.Errorf("%s is not what _asm writes: run go generate ./shmem/minifloat", name)
		}
	}
	return nil
}
