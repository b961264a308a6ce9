//! Reads and writes safetensors files of one dtype for another process, by the
//! crate safetensors, as the lines of python/safetensors_peer.py say.
//!
//!     safetensors DTYPE
//!
//! DTYPE is the dtype's name in the format.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::str::FromStr;

use half::{bf16, f16};
use memmap2::Mmap;
use peers::conversation::{converse, done, hex, Answer, Fault};
use peers::element::{float_of, float_word, Element};
use safetensors::tensor::{serialize_to_file, TensorView};
use safetensors::{Dtype, SafeTensors};

/// What this peer makes of the elements of a dtype.
struct Elements {
    kind: &'static str,
    name: &'static str,
    words: fn(&[u8], usize) -> Vec<String>,
    bytes: fn(&[&str], usize) -> Vec<u8>,
}

fn typed<T: Element>(kind: &'static str) -> Elements {
    Elements {
        kind,
        name: std::any::type_name::<T>(),
        words: |bytes, _| {
            bytes
                .chunks_exact(size_of::<T>())
                .map(|x| T::from_bytes(x).word())
                .collect()
        },
        bytes: |words, _| {
            words
                .iter()
                .flat_map(|word| T::parse(word).to_bytes())
                .collect()
        },
    }
}

fn elements_of(dtype: Dtype) -> Elements {
    match dtype {
        Dtype::U8 => typed::<u8>("values"),
        Dtype::I8 => typed::<i8>("values"),
        Dtype::U16 => typed::<u16>("values"),
        Dtype::I16 => typed::<i16>("values"),
        Dtype::U32 => typed::<u32>("values"),
        Dtype::I32 => typed::<i32>("values"),
        Dtype::U64 => typed::<u64>("values"),
        Dtype::I64 => typed::<i64>("values"),
        Dtype::F16 => typed::<f16>("values"),
        Dtype::BF16 => typed::<bf16>("values"),
        Dtype::F32 => typed::<f32>("values"),
        Dtype::F64 => typed::<f64>("values"),
        Dtype::F8_E4M3 => typed::<float8::F8E4M3>("values"),
        Dtype::F8_E5M2 => typed::<float8::F8E5M2>("values"),
        Dtype::BOOL => Elements {
            kind: "values",
            name: "bool",
            words: |bytes, _| bytes.iter().map(|&x| ((x != 0) as u8).word()).collect(),
            bytes: |words, _| words.iter().map(|word| u8::parse(word)).collect(),
        },
        Dtype::C64 => Elements {
            kind: "values",
            name: "two f32",
            words: |bytes, _| {
                let part = |x: &[u8]| float_word(f32::from_bytes(x).into());
                bytes
                    .chunks_exact(8)
                    .map(|x| format!("{},{}", part(&x[..4]), part(&x[4..])))
                    .collect()
            },
            bytes: |words, _| {
                let parts = words.iter().flat_map(|word| word.split(','));
                parts
                    .flat_map(|part| (float_of(part) as f32).to_bytes())
                    .collect()
            },
        },
        _ => Elements {
            kind: "codes",
            name: "bytes",
            words: |bytes, bits| {
                let bit = |at: usize| (bytes[at / 8] >> (at % 8) & 1) as u64;
                let code = |i: usize| (0..bits).fold(0, |code, j| code | bit(i * bits + j) << j);
                (0..bytes.len() * 8 / bits)
                    .map(|i| code(i).to_string())
                    .collect()
            },
            bytes: |words, bits| {
                let mut bytes = vec![0; words.len() * bits / 8];
                for (i, word) in words.iter().enumerate() {
                    for j in 0..bits {
                        let at = i * bits + j;
                        bytes[at / 8] |= ((u64::parse(word) >> j & 1) as u8) << (at % 8);
                    }
                }
                bytes
            },
        },
    }
}

struct Peer {
    dtype: Dtype,
    elements: Elements,
    file: Option<Mmap>,
    new_tensors: BTreeMap<String, (Vec<usize>, Vec<u8>)>,
    new_metadata: HashMap<String, String>,
}

fn shape_word(shape: &[usize]) -> String {
    if shape.is_empty() {
        return "scalar".to_string();
    }
    shape
        .iter()
        .map(usize::to_string)
        .collect::<Vec<_>>()
        .join("x")
}

fn shape_of(word: &str) -> Result<Vec<usize>, Fault> {
    if word == "scalar" {
        return Ok(vec![]);
    }
    Ok(word
        .split('x')
        .map(usize::from_str)
        .collect::<Result<_, _>>()?)
}

fn text_word(text: &str) -> String {
    format!("={}", hex(text.as_bytes()))
}

fn text_of(word: &str) -> Result<String, Fault> {
    let digits = &word[1..];
    let byte = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16);
    let bytes = (0..digits.len())
        .step_by(2)
        .map(byte)
        .collect::<Result<Vec<u8>, _>>()?;
    Ok(String::from_utf8(bytes)?)
}

impl Peer {
    fn file(&self) -> Result<&[u8], Fault> {
        self.file
            .as_deref()
            .ok_or(Fault::Error("no file".to_string()))
    }

    fn answer(&mut self, words: &[&str]) -> Answer {
        match words {
            ["open", path] => {
                // SAFETY: the other process changes elements only between two lines
                self.file = Some(unsafe { Mmap::map(&File::open(path)?)? });
                SafeTensors::deserialize(self.file()?)?;
                Ok(format!(
                    "{} these elements are {}",
                    self.elements.kind, self.elements.name
                ))
            }
            ["limits"] => done(),
            ["tensors"] => {
                let file = SafeTensors::deserialize(self.file()?)?;
                let word = |(name, tensor): (String, TensorView)| {
                    format!(" {name}:{}:{}", tensor.dtype(), shape_word(tensor.shape()))
                };
                let mut found: Vec<String> = file.tensors().into_iter().map(word).collect();
                found.sort();
                Ok(format!("done{}", found.concat()))
            }
            ["metadata"] => {
                let (_, header) = SafeTensors::read_metadata(self.file()?)?;
                let metadata = header.metadata().clone().unwrap_or_default();
                let entries: BTreeMap<_, _> = metadata.iter().collect();
                let word = |(key, value): (&String, &String)| {
                    format!(" {}:{}", text_word(key), text_word(value))
                };
                Ok(format!(
                    "done{}",
                    entries.into_iter().map(word).collect::<String>()
                ))
            }
            ["read", name] => {
                let file = SafeTensors::deserialize(self.file()?)?;
                let found = (self.elements.words)(file.tensor(name)?.data(), self.dtype.bitsize());
                Ok(format!("done {}", found.join(" ")))
            }
            ["bytes", name] => {
                let file = SafeTensors::deserialize(self.file()?)?;
                Ok(format!("done {}", hex(file.tensor(name)?.data())))
            }
            ["tensor", name, shape, words @ ..] => {
                let bytes = (self.elements.bytes)(words, self.dtype.bitsize());
                self.new_tensors
                    .insert(name.to_string(), (shape_of(shape)?, bytes));
                done()
            }
            ["entry", key, value] => {
                self.new_metadata.insert(text_of(key)?, text_of(value)?);
                done()
            }
            ["save", path] => {
                let mut views = vec![];
                for (name, (shape, bytes)) in &self.new_tensors {
                    views.push((name, TensorView::new(self.dtype, shape.clone(), bytes)?));
                }
                serialize_to_file(views, Some(self.new_metadata.clone()), path.as_ref())?;
                done()
            }
            _ => Err(Fault::Error(format!("no step {words:?}"))),
        }
    }
}

/// The dtype of a name, as the crate finds it in a header.
fn dtype_of(name: &str) -> Result<Dtype, Fault> {
    let header = format!(r#"{{"x":{{"dtype":"{name}","shape":[0],"data_offsets":[0,0]}}}}"#);
    let file = [&(header.len() as u64).to_le_bytes(), header.as_bytes()].concat();
    Ok(SafeTensors::deserialize(&file)?.tensor("x")?.dtype())
}

/// The names that the crate gives when it meets another.
fn dtypes() -> Answer {
    let Err(Fault::Error(reason)) = dtype_of("?") else {
        return Err(Fault::Error("any name is a dtype".to_string()));
    };
    let (_, list) = reason
        .split_once("expected one of")
        .ok_or(Fault::Error(reason.clone()))?;
    Ok(list
        .split('`')
        .skip(1)
        .step_by(2)
        .fold("done".to_string(), |names, name| names + " " + name))
}

fn main() -> std::io::Result<()> {
    let name = std::env::args().nth(1).expect("a dtype's name");
    let dtype = dtype_of(&name);
    let mut peer = dtype.map(|dtype| Peer {
        dtype,
        elements: elements_of(dtype),
        file: None,
        new_tensors: BTreeMap::new(),
        new_metadata: HashMap::new(),
    });
    converse(|words| match (words, &mut peer) {
        (["about"], _) => Ok("done crate safetensors 0.8.0".to_string()),
        (["dtypes"], _) => dtypes(),
        (_, Ok(peer)) => peer.answer(words),
        (_, Err(Fault::Error(reason) | Fault::Cannot(reason))) => Ok(format!("none {reason}")),
    })
}
