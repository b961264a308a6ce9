package shmem

import "time"

// backoff is the pauses between attempts: the first short, each later one twice
// as long, up to a limit.
type backoff struct {
	next   time.Duration
	passed time.Duration
}

const (
	firstPause = 20 * time.Microsecond
	lastPause  = 5 * time.Millisecond
)

// pause returns how long to wait before the next attempt.
func (b *backoff) pause() time.Duration {
	b.next = min(max(2*b.next, firstPause), lastPause)
	b.passed += b.next
	return b.next
}

// within waits, unless the pauses together would be longer than limit.
func (b *backoff) within(limit time.Duration) bool {
	pause := b.pause()
	if b.passed > limit {
		return false
	}
	time.Sleep(pause)
	return true
}
