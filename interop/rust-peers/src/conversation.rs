//! Answers the lines of another process, each with one line.

use std::io::{self, BufRead, Write};

/// Why a step has no good answer.
pub enum Fault {
    /// This peer has no way to do it, and why.
    Cannot(String),
    /// It went wrong.
    Error(String),
}

impl<E: std::error::Error> From<E> for Fault {
    fn from(fault: E) -> Self {
        Fault::Error(fault.to_string())
    }
}

pub type Answer = Result<String, Fault>;

pub fn done() -> Answer {
    Ok("done".to_string())
}

/// Hands every line of standard input to answer, as its words.
pub fn converse(mut answer: impl FnMut(&[&str]) -> Answer) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let answered = match answer(&words) {
            Ok(answered) => answered,
            Err(Fault::Cannot(reason)) => format!("cannot {}", one_line(&reason)),
            Err(Fault::Error(fault)) => format!("error {}", one_line(&fault)),
        };
        writeln!(out, "{answered}")?;
        out.flush()?;
    }
    Ok(())
}

/// The first line of an error: what follows is a backtrace.
pub fn one_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim().to_string()
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
