//! Shares regions of one dtype with another process, by fuel-cpu-backend, which
//! says in lines what to do.
//!
//!     fuel DTYPE
//!
//! DTYPE is a dtype's text form. The lines are those of python/region_peer.py, and
//!
//!     dtypes                what fuel calls the dtypes that it has

use std::str::FromStr;

use fuel_backend_contract::backend::HostStorage;
use fuel_cpu_backend::host_storage::shared_mem::SharedMemHostStorage;
use fuel_ir::{DType, HostBufferRef};
use peers::conversation::{converse, done, hex, one_line, Answer, Fault};
use peers::element::Element;

struct Peer {
    dtype: String,
    region: Option<SharedMemHostStorage>,
}

/// Elements of a borrowed buffer, in words and in bytes.
fn seen<T: Element>(elements: &[T]) -> (Vec<String>, Vec<u8>) {
    (
        elements.iter().map(|x| x.word()).collect(),
        elements.iter().flat_map(|x| x.to_bytes()).collect(),
    )
}

/// How fuel sees a buffer: the kind of its words, their type, and what seen says.
fn view(buffer: HostBufferRef) -> (&'static str, &'static str, (Vec<String>, Vec<u8>)) {
    match buffer {
        HostBufferRef::U8(elements) => ("values", "u8", seen(elements)),
        HostBufferRef::I8(elements) => ("values", "i8", seen(elements)),
        HostBufferRef::U32(elements) => ("values", "u32", seen(elements)),
        HostBufferRef::I16(elements) => ("values", "i16", seen(elements)),
        HostBufferRef::I32(elements) => ("values", "i32", seen(elements)),
        HostBufferRef::I64(elements) => ("values", "i64", seen(elements)),
        HostBufferRef::BF16(elements) => ("values", "bf16", seen(elements)),
        HostBufferRef::F16(elements) => ("values", "f16", seen(elements)),
        HostBufferRef::F32(elements) => ("values", "f32", seen(elements)),
        HostBufferRef::F64(elements) => ("values", "f64", seen(elements)),
        HostBufferRef::F8E4M3(elements) => ("values", "F8E4M3", seen(elements)),
        HostBufferRef::F6E2M3(elements)
        | HostBufferRef::F6E3M2(elements)
        | HostBufferRef::F4(elements)
        | HostBufferRef::F8E8M0(elements) => ("codes", "u8", seen(elements)),
        HostBufferRef::Bool(elements) => {
            let truths: Vec<u8> = elements.iter().map(|&x| (x != 0) as u8).collect();
            ("values", "u8", (seen(&truths).0, elements.to_vec()))
        }
    }
}

impl Peer {
    fn map(&mut self, path: &str, count: &str, create: bool) -> Answer {
        let dtype = match DType::from_str(&self.dtype) {
            Ok(dtype) => dtype,
            Err(fault) => return Ok(format!("none {}", one_line(&fault.to_string()))),
        };
        let count = count.parse()?;
        let region = if create {
            SharedMemHostStorage::create(path, dtype, count)
        } else {
            SharedMemHostStorage::open(path, dtype, count)
        };
        let region = match region {
            Ok(region) => region,
            Err(fault) if dtype.size_in_bytes() == 0 => {
                return Ok(format!("none {}", one_line(&fault.to_string())))
            }
            Err(fault) => return Err(Fault::Error(fault.to_string())),
        };
        let terms = match region.as_host_buffer_ref() {
            Ok(buffer) => {
                let (kind, name, _) = view(buffer);
                format!("{kind} these elements are {name}")
            }
            Err(fault) => format!("none {}", one_line(&fault.to_string())),
        };
        self.region = Some(region);
        Ok(terms)
    }

    fn region(&mut self) -> Result<&mut SharedMemHostStorage, Fault> {
        self.region
            .as_mut()
            .ok_or(Fault::Error("no region".to_string()))
    }

    /// Stores the elements that words are, or, without words, those that are there in
    /// reverse order; where fuel has a way to store them.
    fn mutate(&mut self, words: &[&str]) -> Answer {
        fn change<T: Element>(elements: &mut [T], words: &[&str]) {
            if words.is_empty() {
                return elements.reverse();
            }
            for (element, word) in elements.iter_mut().zip(words) {
                *element = T::parse(word);
            }
        }
        let region = self.region()?;
        if let Some(elements) = region.as_mut_slice_u8() {
            change(elements, words);
        } else if let Some(elements) = region.as_mut_slice_f32() {
            change(elements, words);
        } else if let Some(elements) = region.as_mut_slice_f64() {
            change(elements, words);
        } else {
            return Err(Fault::Cannot(
                "as_mut_slice_u8, _f32 and _f64 are all that stores, and give None".to_string(),
            ));
        }
        done()
    }

    fn answer(&mut self, words: &[&str]) -> Answer {
        match words {
            ["about"] => Ok("done fuel-cpu-backend 0.22.10".to_string()),
            ["dtypes"] => Ok(DType::ALL.iter().fold("done".to_string(), |names, dtype| {
                names + " " + dtype.as_str()
            })),
            ["create", path, count] => self.map(path, count, true),
            ["attach", path, count] => self.map(path, count, false),
            ["read"] => Ok(format!(
                "done {}",
                view(self.region()?.as_host_buffer_ref()?).2 .0.join(" ")
            )),
            ["bytes"] => Ok(format!(
                "done {}",
                hex(&view(self.region()?.as_host_buffer_ref()?).2 .1)
            )),
            ["store", words @ ..] => self.mutate(words),
            ["reverse"] => self.mutate(&[]),
            ["detach"] => {
                self.region = None;
                done()
            }
            _ => Err(Fault::Error(format!("no step {words:?}"))),
        }
    }
}

fn main() -> std::io::Result<()> {
    let dtype = std::env::args().nth(1).expect("a dtype");
    let mut peer = Peer {
        dtype,
        region: None,
    };
    converse(|words| peer.answer(words))
}
