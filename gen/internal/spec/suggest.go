package spec

import "strings"

// nearMiss is the candidate that word probably stands for, or empty.
func nearMiss(word string, candidates []string) string {
	const longest = 32
	if len(word) > longest {
		return ""
	}
	best, bestDistance := "", min(2, max(1, len(word)/3))+1
	for _, candidate := range candidates {
		distance := editDistance(strings.ToLower(word), strings.ToLower(candidate))
		if distance < bestDistance {
			best, bestDistance = candidate, distance
		}
	}
	return best
}

// didYouMean ends a message with a near miss, if there is one.
func didYouMean(candidate string) string {
	if candidate == "" {
		return ""
	}
	return " (did you mean " + quote(candidate) + "?)"
}

// editDistance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b.
func editDistance(a, b string) int {
	beforePrevious := make([]int, len(b)+1)
	previous := make([]int, len(b)+1)
	current := make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := 1; i <= len(a); i++ {
		current[0] = i
		for j := 1; j <= len(b); j++ {
			replacement := previous[j-1]
			if a[i-1] != b[j-1] {
				replacement++
			}
			current[j] = min(previous[j]+1, current[j-1]+1, replacement)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				current[j] = min(current[j], beforePrevious[j-2]+1)
			}
		}
		beforePrevious, previous, current = previous, current, beforePrevious
	}
	return previous[len(b)]
}
