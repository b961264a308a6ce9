// Package safetensors maps safetensors files as regions of shmem: every tensor is
// a typed view on the file's pages, which other processes share, in whatever
// language. Open reads any valid file, Create makes a new one that every reader of
// safetensors knows.
//
// # The file
//
// Eight bytes hold the length of the header, little-endian; the header is a JSON
// object that gives each tensor its dtype, shape and place in the data, which follow
// it. Elements are little-endian and row-major; those below a byte are packed, least
// significant bits first. See https://github.com/huggingface/safetensors.
//
// Create pads the header with spaces, so that the data begin on a page boundary, and
// orders tensors by descending size of an element, so that each begins where its host
// type can stand. Other writers align less: a tensor that begins anywhere else has no
// view (shmem.ErrMisaligned), but Tensor.Copy gives its elements.
//
// # What Open trusts
//
// Nothing. The header is copied before it is looked at, under a Guard, so that a
// file that changes or shrinks meanwhile does no harm; the most hostile header takes
// at most some twenty times its size in memory; and a file that breaks any Rule is
// refused with a *FormatError, which names the tensor and the rule. What passes has a
// view for every aligned tensor with elements, and none of the views overlap. The
// elements themselves are not looked at, so opening takes the same time whatever the
// size of the data.
//
// Other readers let more pass, that of the format's authors included: white space
// around the header's object that is no padding, a name twice, of which one hides the
// other, more keys in an entry, null for the metadata. Open refuses these.
//
// Whoever can write to the file can still change elements, or truncate it: see
// shmem.View.Guard.
//
// # Models in several files
//
// OpenModel opens the files that a model.safetensors.index.json lists, as one set of
// tensors, and CreateModel makes such a set.
//
// # Replacing a file that is in use
//
// A file is at its path as soon as Create returns, with elements that are zero. Who
// fills it first creates another name in the same folder, fills that, and has os.Rename
// give it the path, as shmemctl preload does; for the File that filled it, Path,
// Replaced and Remove go on to mean the name that it was created with. Metadata that are
// taken over from a preloaded file hold the checksum of its data, "tensorshm.checksum":
// leave it out for other data.
//
// Readers keep the file that they have open, and learn of another from its Replaced. They
// open that, and close the old one when nothing uses its views any more. Of a model
// ask every one of Files; an index that names other files by now is not noticed, and
// several files are not replaced in one step, so whoever replaces them gives each
// version a folder of its own.
package safetensors
