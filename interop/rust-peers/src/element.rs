//! Elements as words, and as little-endian bytes.

use float8::{F8E4M3, F8E5M2};
use half::{bf16, f16};

pub trait Element: Copy {
    fn word(self) -> String;
    fn parse(word: &str) -> Self;
    fn to_bytes(self) -> Vec<u8>;
    fn from_bytes(bytes: &[u8]) -> Self;
}

pub fn float_word(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_string();
    }
    format!("{:016x}", number.to_bits())
}

pub fn float_of(word: &str) -> f64 {
    if word == "nan" {
        return f64::NAN;
    }
    f64::from_bits(u64::from_str_radix(word, 16).expect(word))
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Element for $integer {
            fn word(self) -> String {
                self.to_string()
            }
            fn parse(word: &str) -> Self {
                word.parse().expect(word)
            }
            fn to_bytes(self) -> Vec<u8> {
                self.to_le_bytes().to_vec()
            }
            fn from_bytes(bytes: &[u8]) -> Self {
                <$integer>::from_le_bytes(bytes.try_into().expect("bytes of an element"))
            }
        }
    )*};
}
integers!(u8, i8, u16, i16, u32, i32, u64, i64);

macro_rules! floats {
    ($($float:ty, $bits:ty, $to_f64:expr, $from_f64:expr);*) => {$(
        impl Element for $float {
            fn word(self) -> String {
                float_word($to_f64(self))
            }
            fn parse(word: &str) -> Self {
                $from_f64(float_of(word))
            }
            fn to_bytes(self) -> Vec<u8> {
                self.to_bits().to_le_bytes().to_vec()
            }
            fn from_bytes(bytes: &[u8]) -> Self {
                <$float>::from_bits(<$bits>::from_bytes(bytes))
            }
        }
    )*};
}
floats!(
    f64, u64, |x| x, |x| x;
    f32, u32, f64::from, |x| x as f32;
    f16, u16, f16::to_f64, f16::from_f64;
    bf16, u16, bf16::to_f64, bf16::from_f64;
    F8E4M3, u8, |x: F8E4M3| x.to_f64(), F8E4M3::from_f64;
    F8E5M2, u8, |x: F8E5M2| x.to_f64(), f8e5m2_of
);

/// float8 makes the largest value of an infinity, although E5M2 has both.
fn f8e5m2_of(number: f64) -> F8E5M2 {
    if number.is_infinite() {
        return F8E5M2::from_bits(if number > 0.0 { 0x7C } else { 0xFC });
    }
    F8E5M2::from_f64(number)
}
