//! What both peers need: the lines of a conversation, and elements as words.
//!
//! A word is an element's value: an integer in decimal, the 16 hexadecimal digits
//! of an f64 or nan, two of these with a comma for a complex number, 0 or 1 for a
//! truth value. Where the peer has no type for the values, it is the element's
//! bits, as an unsigned integer in decimal.

pub mod conversation;
pub mod element;
