package interop

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func textOf(t *testing.T, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// pinned are the versions that a file asks for, by package.
func pinned(t *testing.T, line string, path ...string) map[string]string {
	t.Helper()
	versions := map[string]string{}
	for _, found := range regexp.MustCompile(line).FindAllStringSubmatch(textOf(t, path...), -1) {
		versions[found[1]] = found[2]
	}
	if len(versions) == 0 {
		t.Fatalf("%s pins nothing", filepath.Join(path...))
	}
	return versions
}

func TestPeersArePinned(t *testing.T) {
	_, dependencies, _ := strings.Cut(textOf(t, "rust-peers", "Cargo.toml"), "\n[dependencies]\n")
	dependencies, _, _ = strings.Cut(dependencies, "\n\n")
	crates := pinned(t, `(?m)^([a-z0-9-]+) = "=([0-9.]+)"$`, "rust-peers", "Cargo.toml")
	if lines := strings.Count(dependencies, "\n") + 1; lines != len(crates) {
		t.Errorf("%d crates of %d have an exact version:\n%s", len(crates), lines, dependencies)
	}
	lock := pinned(t, `(?m)^name = "([a-z0-9_-]+)"\nversion = "([0-9.]+)"$`, "rust-peers", "Cargo.lock")
	for crate, version := range crates {
		if lock[crate] != version {
			t.Errorf("Cargo.lock has %s %q, Cargo.toml %s", crate, lock[crate], version)
		}
	}
	// Without its entry in the lock, cargo does not take a version that was yanked.
	if lock["fuel-quantized"] != crates["fuel-cpu-backend"] {
		t.Errorf("Cargo.lock has fuel-quantized %q", lock["fuel-quantized"])
	}
	packages := pinned(t, `(?m)^([a-z_]+)==([0-9.]+)$`, "python", "requirements.txt")
	if packages["safetensors"] != crates["safetensors"] {
		t.Errorf("safetensors is %s in Python, %s in Rust", packages["safetensors"], crates["safetensors"])
	}
	for program, crate := range map[string]string{"fuel.rs": "fuel-cpu-backend", "safetensors.rs": "safetensors"} {
		if says := crate + " " + crates[crate]; !strings.Contains(textOf(t, "rust-peers", "src", "bin", program), says+`"`) {
			t.Errorf("%s does not say that it is %s", program, says)
		}
	}
}
