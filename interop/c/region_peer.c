/* Shares regions of one dtype with another process, which says in lines what to do.
 *
 *     region_peer DTYPE
 *
 * DTYPE is a dtype's text form. The lines, and the words of elements, are those of python/region_peer.py. The dtypes come from
 * region_peer_dtypes.h, which has a line DTYPE(NAME, name) for each dtype of tensorshm.h. */
#define _GNU_SOURCE
#include "tensorshm.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define LONGEST_WORD 40

static tensorshm_dtype dtype;
static void *memory;
static size_t size, count; /* of the region, in bytes and in elements */

/* Numbers as words. */

static void float_word(char *word, double number)
{
	uint64_t bits;
	memcpy(&bits, &number, sizeof bits);
	if (isnan(number)) {
		strcpy(word, "nan");
	} else {
		sprintf(word, "%016" PRIx64, bits);
	}
}

static double float_of(const char *word)
{
	double number;
	uint64_t bits = strtoull(word, NULL, 16);
	memcpy(&number, &bits, sizeof number);
	return strncmp(word, "nan", 3) == 0 ? (double)NAN : number;
}

/* How C loads, stores and swaps elements of a type, one at a time. */
typedef struct {
	const char *kind, *type;
	void (*load)(char *word, size_t i);
	void (*store)(size_t i, const char *word);
	void (*swap)(size_t i, size_t j);
} element;

#define ELEMENT(name, kind, type, LOAD, STORE)                                         \
	static void name##_load(char *word, size_t i) { const type *x = (type *)memory + i; LOAD; }    \
	static void name##_store(size_t i, const char *word) { type *x = (type *)memory + i; STORE; }  \
	static void name##_swap(size_t i, size_t j)                                    \
	{                                                                              \
		type *elements = memory, first = elements[i];                          \
		elements[i] = elements[j];                                             \
		elements[j] = first;                                                   \
	}                                                                              \
	static const element name##_element = {kind, #type, name##_load, name##_store, name##_swap};

#define SIGNED(type) ELEMENT(type, "values", type, sprintf(word, "%" PRId64, (int64_t)*x), *x = (type)strtoll(word, NULL, 10))
#define UNSIGNED(type) ELEMENT(type, "codes", type, sprintf(word, "%" PRIu64, (uint64_t)*x), *x = (type)strtoull(word, NULL, 10))
#define FLOAT(name, type) ELEMENT(name, "values", type, float_word(word, (double)*x), *x = (type)float_of(word))

SIGNED(int8_t)
SIGNED(int16_t)
SIGNED(int32_t)
SIGNED(int64_t)
UNSIGNED(uint8_t)
UNSIGNED(uint16_t)
UNSIGNED(uint32_t)
UNSIGNED(uint64_t)
FLOAT(float, float)
FLOAT(double, double)
ELEMENT(truth, "values", tensorshm_bool_t, sprintf(word, "%d", *x != 0), *x = (tensorshm_bool_t)atoi(word))
ELEMENT(complex, "values", float _Complex,
	float_word(word, (double)__real__ *x); strcat(word, ","); float_word(word + strlen(word), (double)__imag__ *x),
	__real__ *x = (float)float_of(word); __imag__ *x = (float)float_of(strchr(word, ',') + 1))

#ifdef __FLT16_MANT_DIG__
FLOAT(half, _Float16)
#else
#define half_element uint16_t_element
#endif

/* __bf16 converts from gcc 13 on; without it, bfloat16 is the upper half of a float. */
#ifdef __BFLT16_MANT_DIG__
FLOAT(brain, __bf16)
#else
static double upper_half(uint16_t code)
{
	uint32_t bits = (uint32_t)code << 16;
	float number;
	memcpy(&number, &bits, sizeof number);
	return (double)number;
}

static uint16_t to_upper_half(double number)
{
	float narrow = (float)number;
	uint32_t bits;
	memcpy(&bits, &narrow, sizeof bits);
	return (uint16_t)(bits >> 16);
}
ELEMENT(brain, "values", uint16_t, float_word(word, upper_half(*x)), *x = to_upper_half(float_of(word)))
#endif

/* Packed elements by their bits, the least significant first. */

static unsigned packed_bit(size_t at)
{
	return ((uint8_t *)memory)[at / 8] >> at % 8 & 1;
}

static unsigned packed_code(size_t i)
{
	unsigned bits = tensorshm_dtype_bits(dtype), code = 0;
	for (unsigned bit = 0; bit < bits; bit++) {
		code |= packed_bit(i * bits + bit) << bit;
	}
	return code;
}

static void set_packed_code(size_t i, unsigned code)
{
	unsigned bits = tensorshm_dtype_bits(dtype);
	for (unsigned bit = 0; bit < bits; bit++) {
		size_t at = i * bits + bit;
		uint8_t *byte = (uint8_t *)memory + at / 8;
		*byte = (uint8_t)((*byte & ~(1u << at % 8)) | (code >> bit & 1) << at % 8);
	}
}

static void packed_load(char *word, size_t i) { sprintf(word, "%u", packed_code(i)); }
static void packed_store(size_t i, const char *word) { set_packed_code(i, (unsigned)strtoul(word, NULL, 10)); }

static void packed_swap(size_t i, size_t j)
{
	unsigned first = packed_code(i);
	set_packed_code(i, packed_code(j));
	set_packed_code(j, first);
}

static const element packed_element = {"codes", "bits of packed bytes", packed_load, packed_store, packed_swap};

/* The element of a type of tensorshm.h. */
#define ELEMENT_OF(type)                   \
	_Generic((type *)NULL,             \
		int8_t *: &int8_t_element,     \
		int16_t *: &int16_t_element,   \
		int32_t *: &int32_t_element,   \
		int64_t *: &int64_t_element,   \
		uint8_t *: &uint8_t_element,   \
		uint16_t *: &uint16_t_element, \
		uint32_t *: &uint32_t_element, \
		uint64_t *: &uint64_t_element, \
		float *: &float_element,       \
		double *: &double_element,     \
		tensorshm_c64_t *: &complex_element, \
		default: &packed_element)

static const element *element_of_dtype(void)
{
	switch (dtype) { /* what C has a type for, and the header holds as integers */
	case TENSORSHM_DTYPE_F16:
		return &half_element;
	case TENSORSHM_DTYPE_BF16:
		return &brain_element;
	case TENSORSHM_DTYPE_BOOL:
		return &truth_element;
	default:
		break;
	}
	switch (dtype) {
#define DTYPE(NAME, name)              \
	case TENSORSHM_DTYPE_##NAME:   \
		return ELEMENT_OF(tensorshm_##name##_t);
#include "region_peer_dtypes.h"
#undef DTYPE
	default:
		return NULL;
	}
}

static tensorshm_dtype dtype_of_name(const char *wanted)
{
#define DTYPE(NAME, name)                                                                   \
	if (strcmp(wanted, tensorshm_dtype_name(TENSORSHM_DTYPE_##NAME)) == 0) {            \
		return TENSORSHM_DTYPE_##NAME;                                              \
	}
#include "region_peer_dtypes.h"
#undef DTYPE
	return TENSORSHM_NO_DTYPE;
}

/* The steps. Each writes its answer; map returns what failed, NULL if nothing did. */

static const char *map(const char *path, const char *elements, int create)
{
	count = strtoull(elements, NULL, 10);
	size = tensorshm_storage_bytes(dtype, count);
	int file = open(path, O_RDWR | O_CLOEXEC | (create ? O_CREAT | O_EXCL : 0), 0600);
	if (file < 0) {
		return "open";
	}
	struct stat facts;
	const char *failed = NULL;
	if (create && ftruncate(file, (off_t)size) != 0) {
		failed = "ftruncate";
	} else if (fstat(file, &facts) != 0) {
		failed = "fstat";
	} else if ((size_t)facts.st_size != size) {
		failed = "length";
	} else {
		memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
		failed = memory == MAP_FAILED ? "mmap" : NULL;
	}
	close(file);
	return failed;
}

static void answer(const element *element, char *line)
{
	char *rest = line, *step = strsep(&rest, " \n");
	if (strcmp(step, "about") == 0) {
#ifdef __BFLT16_MANT_DIG__
		printf("done gcc %s, with __bf16", __VERSION__);
#else
		printf("done gcc %s, without __bf16", __VERSION__);
#endif
	} else if (strcmp(step, "create") == 0 || strcmp(step, "attach") == 0) {
		const char *path = strsep(&rest, " \n"), *failed = map(path, strsep(&rest, " \n"), strcmp(step, "create") == 0);
		if (failed != NULL) {
			printf("error %s: %s", failed, strerror(errno));
		} else {
			printf("%s these elements are %s", element->kind, element->type);
		}
	} else if (strcmp(step, "read") == 0) {
		printf("done");
		for (size_t i = 0; i < count; i++) {
			char word[LONGEST_WORD];
			element->load(word, i);
			printf(" %s", word);
		}
	} else if (strcmp(step, "bytes") == 0) {
		printf("done ");
		for (size_t i = 0; i < size; i++) {
			printf("%02x", ((uint8_t *)memory)[i]);
		}
	} else if (strcmp(step, "store") == 0) {
		for (size_t i = 0; i < count; i++) {
			element->store(i, strsep(&rest, " \n"));
		}
		printf("done");
	} else if (strcmp(step, "reverse") == 0) {
		for (size_t i = 0; i < count / 2; i++) {
			element->swap(i, count - 1 - i);
		}
		printf("done");
	} else if (strcmp(step, "detach") == 0) {
		printf(munmap(memory, size) == 0 ? "done" : "error munmap");
	} else {
		printf("error no step %s", step);
	}
	printf("\n");
	fflush(stdout);
}

int main(int argc, char **argv)
{
	dtype = argc == 2 ? dtype_of_name(argv[1]) : TENSORSHM_NO_DTYPE;
	const element *element = element_of_dtype();
	if (element == NULL) {
		fprintf(stderr, "no such dtype\n");
		return 2;
	}
	char *line = NULL;
	size_t room = 0;
	while (getline(&line, &room, stdin) > 0) {
		answer(element, line);
	}
	free(line);
	return 0;
}
