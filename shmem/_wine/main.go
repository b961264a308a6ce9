// Command _wine writes bcryptprimitives.dll, without which no Go program starts
// and which Wine lacks before 9: a DLL of no code, whose one export, ProcessPrng,
// leads to RtlGenRandom, which does the same.
package main

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"log"
	"os"
)

const (
	headerBytes    = 0x200 // in the file, and room for a section of as many
	sectionAddress = 0x1000
)

// exports is the DLL's export directory and what it leads to, as it lies in memory
// at sectionAddress.
func exports() []byte {
	const tables, names = 40, 40 + 4 + 4 + 2 // behind the directory, and behind the tables
	library, function, target := "bcryptprimitives.dll\x00", "ProcessPrng\x00", "ADVAPI32.SystemFunction036\x00"
	at := func(offset int) uint32 { return uint32(sectionAddress + offset) }
	functionAt := names + len(library)
	targetAt := functionAt + len(function)
	return encode(
		uint32(0), uint32(0), uint32(0), at(names), uint32(1), uint32(1), uint32(1),
		at(tables), at(tables+4), at(tables+8),
		// A function whose address lies among the exports is the name of another.
		at(targetAt), at(functionAt), uint16(0),
		[]byte(library), []byte(function), []byte(target),
	)
}

func encode(values ...any) []byte {
	var out bytes.Buffer
	for _, value := range values {
		if err := binary.Write(&out, binary.LittleEndian, value); err != nil {
			log.Fatal(err)
		}
	}
	return out.Bytes()
}

func main() {
	section := exports()
	optional := pe.OptionalHeader64{
		Magic: 0x20b, ImageBase: 0x180000000, SectionAlignment: 0x1000, FileAlignment: headerBytes,
		MajorOperatingSystemVersion: 6, MajorSubsystemVersion: 6, Subsystem: pe.IMAGE_SUBSYSTEM_WINDOWS_CUI,
		SizeOfInitializedData: headerBytes, SizeOfImage: 2 * 0x1000, SizeOfHeaders: headerBytes,
		DllCharacteristics:  pe.IMAGE_DLLCHARACTERISTICS_DYNAMIC_BASE | pe.IMAGE_DLLCHARACTERISTICS_NX_COMPAT,
		SizeOfStackReserve:  1 << 20,
		NumberOfRvaAndSizes: 16,
	}
	optional.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT] = pe.DataDirectory{VirtualAddress: sectionAddress, Size: uint32(len(section))}
	dos := make([]byte, 0x40)
	copy(dos, "MZ")
	dos[0x3c] = byte(len(dos)) // where the header is
	image := encode(
		dos, []byte("PE\x00\x00"),
		pe.FileHeader{
			Machine: pe.IMAGE_FILE_MACHINE_AMD64, NumberOfSections: 1, SizeOfOptionalHeader: uint16(binary.Size(optional)),
			Characteristics: pe.IMAGE_FILE_EXECUTABLE_IMAGE | pe.IMAGE_FILE_LARGE_ADDRESS_AWARE | pe.IMAGE_FILE_DLL,
		},
		optional,
		pe.SectionHeader32{
			Name: [8]uint8{'.', 'e', 'd', 'a', 't', 'a'}, VirtualSize: uint32(len(section)), VirtualAddress: sectionAddress,
			SizeOfRawData: headerBytes, PointerToRawData: headerBytes,
			Characteristics: pe.IMAGE_SCN_CNT_INITIALIZED_DATA | pe.IMAGE_SCN_MEM_READ,
		},
	)
	file := make([]byte, 2*headerBytes)
	copy(file, image)
	copy(file[headerBytes:], section)
	if err := os.WriteFile(os.Args[1], file, 0o600); err != nil {
		log.Fatal(err)
	}
}
