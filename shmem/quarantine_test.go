package shmem

import "testing"

func TestQuarantineKeepsTheLast1024AndGivesBackInBatches(t *testing.T) {
	var q quarantine
	memory := make([]byte, 4*quarantineRegions)
	given := 0
	for i := range memory {
		batch := q.add(memory[i : i+1])
		if len(batch) != 0 && len(batch) != quarantineBatch {
			t.Fatalf("add %d gives back %d, want none or a batch of %d", i, len(batch), quarantineBatch)
		}
		for _, evicted := range batch {
			if &evicted[0] != &memory[given] {
				t.Fatalf("add %d does not give back reservation %d, the oldest", i, given)
			}
			given++
		}
		if later := i - given; i >= given && given > 0 && later < quarantineRegions {
			t.Fatalf("after add %d a reservation is given back that only %d came after", i, later)
		}
		if len(q.reservations) > quarantineRegions+quarantineBatch {
			t.Fatalf("after add %d there are %d reservations", i, len(q.reservations))
		}
	}
	if given == 0 {
		t.Fatal("nothing was ever given back")
	}
	if got, want := q.bytes, uint64(len(q.reservations))*reservedBytes(memory[:1]); got != want {
		t.Errorf("%d bytes are counted, want %d", got, want)
	}
}

func TestQuarantineIsBoundedInBytesAndKeepsTheLastOne(t *testing.T) {
	quarter := make([]byte, 0)
	q := quarantine{bytes: quarantineLimit(), reservations: [][]byte{quarter, quarter, make([]byte, 1<<20)}}
	evicted := q.add(make([]byte, 1<<20))
	if len(evicted) != 3 || len(q.reservations) != 1 {
		t.Errorf("beyond the limit %d are given back and %d stay, want all but the new one", len(evicted), len(q.reservations))
	}
}
