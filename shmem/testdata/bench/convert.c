/* Converts narrow floats to float32 as C with AVX2 and F16C does, as a peer of
   make bench (bench_peer_linux_test.go has the protocol).

   usage: convert DTYPE FROM TO

   FROM is a file of elements, a multiple of 32; TO a file of as many float32s.
   The results are those of package minifloat for every code, NaNs included. */

#include <errno.h>
#include <fcntl.h>
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Eight codes of binary16. */
static inline void store_halves(float *to, __m128i halves)
{
	_mm256_storeu_ps(to, _mm256_cvtph_ps(halves));
}

/* Sixteen codes of binary16 to their values times scale, a power of two. */
static inline void store_scaled(float *to, __m256i halves, __m256 scale)
{
	__m256 low = _mm256_cvtph_ps(_mm256_castsi256_si128(halves));
	__m256 high = _mm256_cvtph_ps(_mm256_extracti128_si256(halves, 1));
	_mm256_storeu_ps(to, _mm256_mul_ps(low, scale));
	_mm256_storeu_ps(to + 8, _mm256_mul_ps(high, scale));
}

static void f16(float *restrict to, const uint8_t *restrict from, size_t count)
{
	for (size_t i = 0; i < count; i += 8)
		store_halves(to + i, _mm_loadu_si128((const __m128i *)(from + 2 * i)));
}

/* A code is the upper half of its float32, but for NaNs, which become quiet. */
static void bf16(float *restrict to, const uint8_t *restrict from, size_t count)
{
	const __m256i zero = _mm256_setzero_si256();
	for (size_t i = 0; i < count; i += 16) {
		__m256i codes = _mm256_loadu_si256((const __m256i *)(from + 2 * i));
		__m256i magnitudes = _mm256_and_si256(codes, _mm256_set1_epi16(0x7fff));
		__m256i nans = _mm256_cmpgt_epi16(magnitudes, _mm256_set1_epi16(0x7f80));
		codes = _mm256_or_si256(codes, _mm256_and_si256(nans, _mm256_set1_epi16(0x0040)));
		codes = _mm256_permute4x64_epi64(codes, 0xd8); /* because unpacking stays in its half */
		_mm256_storeu_si256((__m256i *)(to + i), _mm256_unpacklo_epi16(zero, codes));
		_mm256_storeu_si256((__m256i *)(to + i + 8), _mm256_unpackhi_epi16(zero, codes));
	}
}

/* Moved to the places of binary16's exponent and mantissa, a code has 2^-8 of
   its value, for the difference of the biases. */
static void f8e4m3(float *restrict to, const uint8_t *restrict from, size_t count)
{
	const __m256 scale = _mm256_set1_ps(0x1p8f);
	for (size_t i = 0; i < count; i += 16) {
		__m128i codes = _mm_loadu_si128((const __m128i *)(from + i));
		__m256i halves = _mm256_slli_epi16(_mm256_cvtepi8_epi16(codes), 7);
		halves = _mm256_and_si256(halves, _mm256_set1_epi16((short)0xbf80));
		__m256i magnitudes = _mm256_and_si256(halves, _mm256_set1_epi16(0x7fff));
		__m256i nans = _mm256_cmpeq_epi16(magnitudes, _mm256_set1_epi16(0x3f80));
		halves = _mm256_xor_si256(halves, _mm256_and_si256(nans, _mm256_set1_epi16(0x3f80 ^ 0x7e00)));
		store_scaled(to + i, halves, scale);
	}
}

/* A code is the upper half of its binary16. */
static void f8e5m2(float *restrict to, const uint8_t *restrict from, size_t count)
{
	const __m128i zero = _mm_setzero_si128();
	for (size_t i = 0; i < count; i += 16) {
		__m128i codes = _mm_loadu_si128((const __m128i *)(from + i));
		store_halves(to + i, _mm_unpacklo_epi8(zero, codes));
		store_halves(to + i + 8, _mm_unpackhi_epi8(zero, codes));
	}
}

/* The upper halves of the sixteen values as binary16; the lower ones are zero. */
static void f4(float *restrict to, const uint8_t *restrict from, size_t count)
{
	const __m128i values = _mm_setr_epi8(
		0x00, 0x38, 0x3c, 0x3e, 0x40, 0x42, 0x44, 0x46,
		(char)0x80, (char)0xb8, (char)0xbc, (char)0xbe, (char)0xc0, (char)0xc2, (char)0xc4, (char)0xc6);
	const __m128i nibble = _mm_set1_epi8(0x0f), zero = _mm_setzero_si128();
	for (size_t i = 0; i < count; i += 32) {
		__m128i pairs = _mm_loadu_si128((const __m128i *)(from + i / 2));
		__m128i even = _mm_shuffle_epi8(values, _mm_and_si128(pairs, nibble));
		__m128i odd = _mm_shuffle_epi8(values, _mm_and_si128(_mm_srli_epi16(pairs, 4), nibble));
		__m128i first = _mm_unpacklo_epi8(even, odd), second = _mm_unpackhi_epi8(even, odd);
		store_halves(to + i, _mm_unpacklo_epi8(zero, first));
		store_halves(to + i + 8, _mm_unpackhi_epi8(zero, first));
		store_halves(to + i + 16, _mm_unpacklo_epi8(zero, second));
		store_halves(to + i + 24, _mm_unpackhi_epi8(zero, second));
	}
}

/* Sixteen codes of twelve bytes, from byte skip of twelve and four more on: each
   in the places of binary16's exponent and mantissa, where it has 2^-14 of its
   value. */
static inline __m256i f6_halves(const uint8_t *from, char skip)
{
	/* The two bytes that hold each code, then a shift that puts it on top. */
	const __m128i bytes = _mm_setr_epi8(0, 1, 0, 1, 1, 2, 1, 2, 3, 4, 3, 4, 4, 5, 4, 5);
	const __m256i places = _mm256_add_epi8(
		_mm256_setr_m128i(bytes, _mm_add_epi8(bytes, _mm_set1_epi8(6))), _mm256_set1_epi8(skip));
	const __m256i shifts = _mm256_set1_epi64x(1ull << 10 | 1ull << (16 + 4) | 1ull << (32 + 6) | 1ull << 48);
	__m256i codes = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)from));
	codes = _mm256_mullo_epi16(_mm256_shuffle_epi8(codes, places), shifts);
	return _mm256_and_si256(_mm256_srai_epi16(codes, 3), _mm256_set1_epi16((short)0x8f80));
}

static void f6e2m3(float *restrict to, const uint8_t *restrict from, size_t count)
{
	const __m256 scale = _mm256_set1_ps(0x1p14f);
	for (size_t i = 0; i < count; i += 32, from += 24) {
		store_scaled(to + i, f6_halves(from, 0), scale);
		store_scaled(to + i + 16, f6_halves(from + 8, 4), scale); /* nothing beyond the last byte is read */
	}
}

static const struct conversion {
	const char *dtype;
	size_t bits; /* of an element */
	void (*convert)(float *restrict, const uint8_t *restrict, size_t);
} conversions[] = {
	{"bf16", 16, bf16},
	{"f16", 16, f16},
	{"f8e4m3", 8, f8e4m3},
	{"f8e5m2", 8, f8e5m2},
	{"f6e2m3", 6, f6e2m3},
	{"f4", 4, f4},
};

static void fail(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s\n", what, why);
	exit(1);
}

/* Maps a file and tells its size. */
static void *map(const char *path, int writable, size_t *size)
{
	struct stat stat;
	int file = open(path, writable ? O_RDWR : O_RDONLY);
	if (file < 0 || fstat(file, &stat) < 0)
		fail(path, strerror(errno));
	*size = (size_t)stat.st_size;
	void *memory = mmap(NULL, *size, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, file, 0);
	if (memory == MAP_FAILED)
		fail(path, strerror(errno));
	return memory;
}

static long long nanoseconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ll + now.tv_nsec;
}

int main(int argc, char **argv)
{
	if (argc != 4)
		fail("usage", "convert DTYPE FROM TO");
	if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("f16c"))
		fail("C", "the processor has no AVX2 or no F16C");
	const struct conversion *conversion = NULL;
	for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++)
		if (strcmp(conversions[i].dtype, argv[1]) == 0)
			conversion = &conversions[i];
	if (conversion == NULL)
		fail(argv[1], "no conversion in C");
	size_t narrow, wide;
	const uint8_t *from = map(argv[2], 0, &narrow);
	float *to = map(argv[3], 1, &wide);
	size_t count = wide / sizeof *to;
	if (count % 32 != 0 || count * conversion->bits / 8 != narrow)
		fail(argv[3], "not as many elements, or no multiple of 32");

	for (long times; scanf("%ld", &times) == 1; fflush(stdout)) {
		long long start = nanoseconds();
		for (long i = 0; i < times; i++)
			conversion->convert(to, from, count);
		printf("%lld\n", nanoseconds() - start);
	}
	return 0;
}
