package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/tensorshm/tensorshm/shmem"
)

const rootHelp = `Shmemctl looks into regions and safetensors files, copies models to where processes
share them, and verifies that they are whole.

With --json (or -json) a command prints one JSON object; its help says what is in it.
Numbers in it that are not finite are the strings "NaN", "+Inf" and "-Inf"; bytes of a
path that are no UTF-8 are U+FFFD. Names are whole there, while text has only the start
of long ones, and quotes those that are not printable. An error is then an object on
stderr: error, the text; exit, the exit code; and, where they are known, operation,
path, tensor, and rule, the rule of the format that is broken.

Exit codes:
  0    done
  1    the operation failed: a missing file, no space, a file in use
  2    wrong usage
  3    a file is not what it should be: not of its format, damaged, of another size,
       different, or changed while it was read
  130  interrupted; nothing is left behind`

func newRootCommand(p *printer) *cobra.Command {
	root := &cobra.Command{
		Use:           "shmemctl",
		Short:         "Look into shared tensors, preload and verify them",
		Long:          rootHelp,
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(command *cobra.Command, _ []string) error {
			p.started = true
			return command.Help()
		},
	}
	root.PersistentFlags().BoolVar(&p.json, "json", false, "print one JSON object instead of text")
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.AddCommand(newDTypesCommand(p), newInfoCommand(p), newDumpCommand(p), newPreloadCommand(p), newVerifyCommand(p))
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd("completion")
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = knownCommand
		case "completion":
			c.Args, c.RunE = arguments(0, 0), func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
	return root
}

// knownCommand has help fail for what is no command; it would print that of the root.
func knownCommand(c *cobra.Command, args []string) error {
	if _, rest, err := c.Root().Find(args); err != nil || len(rest) > 0 {
		return usagef("there is no command %q", strings.Join(args, " "))
	}
	return nil
}

// command is what all commands have in common: do runs with the arguments and returns
// what to print.
func (p *printer) command(c *cobra.Command, do func(c *cobra.Command, args []string) (report, error)) *cobra.Command {
	c.DisableFlagsInUseLine = true
	c.RunE = func(c *cobra.Command, args []string) error {
		p.started, p.operation = true, c.Name()
		r, err := do(c, args)
		if err != nil {
			return err
		}
		return p.print(r)
	}
	return c
}

// arguments is how many a command takes.
func arguments(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return usagef("%s takes other arguments: %s", c.Name(), c.UseLine())
		}
		if len(args) > 0 && args[0] == "" { // as of a variable that is not set
			return usagef("the first argument is empty: %s", c.UseLine())
		}
		return nil
	}
}

// rawFlags are those that make a path a raw region.
type rawFlags struct {
	dtype string
	count int
}

func (f *rawFlags) add(c *cobra.Command, count string) {
	c.Flags().StringVar(&f.dtype, "dtype", "", "take the file as a raw region of this `dtype`, from its first byte on")
	c.Flags().IntVar(&f.count, "count", -1, count)
	c.Flags().Lookup("count").DefValue = "0" // which help does not show: the default is all
	_ = c.RegisterFlagCompletionFunc("dtype", func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
		for dtype := range shmem.DTypes() {
			names = append(names, dtype.String())
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}) // fails for a flag that is not there
}

// raw returns the dtype, and whether there is one.
func (f *rawFlags) raw(c *cobra.Command) (dtype shmem.DType, isRaw bool, err error) {
	if c.Flags().Changed("count") && f.count < 0 {
		return 0, false, usagef("--count %d is negative", f.count)
	}
	if !c.Flags().Changed("dtype") {
		return 0, false, nil
	}
	dtype, err = shmem.ParseDType(f.dtype)
	if err != nil {
		return 0, false, usagef("--dtype: %v; shmemctl dtypes lists them", err)
	}
	if c.Flags().Changed("count") {
		if f.count == 0 {
			return 0, false, usagef("--count 0: it takes one at least")
		}
		if _, err := dtype.StorageBytes(f.count); err != nil {
			return 0, false, usagef("--count %d: there cannot be so many %v elements", f.count, dtype)
		}
	}
	return dtype, true, nil
}
