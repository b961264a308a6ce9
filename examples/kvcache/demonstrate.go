package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// After how many steps of the consumer the demonstration kills a process, or has
// seen enough.
const (
	consumerDies = 10
	producerDies = 25
	enough       = 40
)

// demonstrate runs both processes in a folder of their own, and fails if they
// ever see different things.
func demonstrate(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	folder, err := sharedFolder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	fmt.Println("regions are in", folder)

	d := demonstration{folder: folder, events: make(chan event), running: map[string]*exec.Cmd{}, killed: map[string]bool{}, seen: map[step]sight{}}
	err = errors.Join(d.start(ctx, "produce"), d.start(ctx, "consume"))
	for len(d.running) > 0 {
		if err != nil || d.steps == enough {
			stop()
		}
		err = errors.Join(err, d.handle(ctx, <-d.events))
	}
	if err == nil && d.steps < enough {
		err = fmt.Errorf("ended after %d of %d steps: %w", d.steps, enough, context.Cause(ctx))
	}
	if err == nil {
		fmt.Printf("%d steps were identical in both processes\n", d.identical)
	}
	return err
}

type demonstration struct {
	folder    string
	events    chan event
	running   map[string]*exec.Cmd
	killed    map[string]bool
	steps     int            // that the consumer printed
	seen      map[step]sight // by sequence and tokens
	identical int            // seen by both
}

// sight is what was seen last, and by whom until now.
type sight struct {
	step
	produce, consume bool
}

func (d *demonstration) start(ctx context.Context, role string) error {
	command, err := start(ctx, d.events, role, d.folder)
	if err != nil {
		return err
	}
	d.running[role] = command
	fmt.Printf("process %d is there to %s\n", command.Process.Pid, role)
	return nil
}

func (d *demonstration) kill(role string) error {
	d.killed[role] = true
	fmt.Printf("process %d is killed\n", d.running[role].Process.Pid)
	return d.running[role].Process.Kill()
}

func (d *demonstration) handle(ctx context.Context, e event) error {
	if e.ended {
		delete(d.running, e.role)
		if !d.killed[e.role] {
			return e.err
		}
		delete(d.killed, e.role)
		return d.start(ctx, e.role)
	}
	fmt.Println(e.role, e.text)
	if err := d.compare(e); err != nil || e.role != "consume" {
		return err
	}
	switch d.steps++; d.steps {
	case consumerDies:
		return d.kill("consume")
	case producerDies:
		return d.kill("produce")
	}
	return nil
}

// compare fails if a process saw something else than one before it.
func (d *demonstration) compare(e event) error {
	now, err := parseStep(e.text)
	if err != nil {
		return fmt.Errorf("%q: %w", e.text, err)
	}
	place := step{sequence: now.sequence, tokens: now.tokens}
	before, again := d.seen[place]
	if again && (before.attention != now.attention || before.revision == now.revision && before.mean != now.mean) {
		return fmt.Errorf("the processes differ:\n%s\n%s", before, now)
	}
	after := sight{now, before.produce || e.role == "produce", before.consume || e.role == "consume"}
	if after.produce && after.consume && !(before.produce && before.consume) {
		d.identical++
	}
	d.seen[place] = after
	return nil
}
