//go:build !long

package main

import "time"

// soak is how long the tests that kill processes go on.
const soak = 3 * time.Second
