package spec

// Parse reads a table. The error, if any, is Diagnostics with every fault that
// was found; filename serves their texts only.
func Parse(filename string, source []byte) (*Spec, error) {
	r := &reporter{source: newSource(filename, source)}
	spec := r.parse(source)
	if len(r.found) > 0 {
		return nil, r.sorted()
	}
	return spec, nil
}

func (r *reporter) parse(text []byte) *Spec {
	if !r.checkSource(text) {
		return nil
	}
	root, ok := r.load(text)
	if !ok {
		return nil
	}
	table := r.decodeTable(root)
	r.checkTable(table)

	spec := &Spec{}
	for _, e := range table.entries {
		spec.DTypes = append(spec.DTypes, e.DType)
	}
	for _, e := range table.reserved {
		spec.Reserved = append(spec.Reserved, e.Reservation)
	}
	return spec
}
