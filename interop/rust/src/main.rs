//! Writes what the crates half and float8 make of numbers, raw and little-endian.
//!
//!     oracle decode TYPE                         the float32 of every code
//!     oracle encode TYPE FIRST:STEP:COUNT...     the codes of float32s
//!
//! A block of float32s is given by the bits of the first, the step to the next
//! and their number. TYPE is a type's full name; its codes take one byte or two.

use std::io::{self, Write};

use float8::{F8E4M3, F8E5M2};
use half::{bf16, f16};

const PIECE: u64 = 1 << 16; // numbers at once

fn answer<const SIZE: usize>(
    arguments: &[String],
    out: &mut impl Write,
    to_f32: fn(u16) -> f32,
    from_f32: fn(f32) -> [u8; SIZE],
) -> io::Result<()> {
    if arguments[0] == "decode" {
        for code in 0..1u32 << (8 * SIZE) {
            out.write_all(&to_f32(code as u16).to_bits().to_le_bytes())?;
        }
        return Ok(());
    }
    for block in &arguments[2..] {
        let numbers: Vec<u64> = block.split(':').map(|n| n.parse().expect(block)).collect();
        let [first, step, count] = numbers[..] else {
            panic!("{block}: not FIRST:STEP:COUNT")
        };
        for done in (0..count).step_by(PIECE as usize) {
            let codes: Vec<[u8; SIZE]> = (done..count.min(done + PIECE))
                .map(|i| from_f32(f32::from_bits((first + i * step) as u32)))
                .collect();
            out.write_all(codes.as_flattened())?;
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = io::BufWriter::new(io::stdout().lock());
    match arguments[1].as_str() {
        "half::f16" => answer(
            &arguments,
            &mut out,
            |code| f16::from_bits(code).to_f32(),
            |x| f16::from_f32(x).to_bits().to_le_bytes(),
        ),
        "half::bf16" => answer(
            &arguments,
            &mut out,
            |code| bf16::from_bits(code).to_f32(),
            |x| bf16::from_f32(x).to_bits().to_le_bytes(),
        ),
        "float8::F8E4M3" => answer(
            &arguments,
            &mut out,
            |code| F8E4M3::from_bits(code as u8).to_f32(),
            |x| [F8E4M3::from_f32(x).to_bits()],
        ),
        "float8::F8E5M2" => answer(
            &arguments,
            &mut out,
            |code| F8E5M2::from_bits(code as u8).to_f32(),
            |x| [F8E5M2::from_f32(x).to_bits()],
        ),
        name => panic!("no type {name}"),
    }?;
    out.flush()
}
