//! Reads JSON (RFC 8259) in pieces. The reader reports what it finds and keeps none of it.

mod paths;
#[cfg(test)]
mod tests;

pub(super) use paths::{Part, Paths, events_of};

use super::{Pieces, Read};
use crate::diagnostic::Explain;

/// Makes a log from the events of a text.
pub(super) trait Listener {
    /// Takes the next event, on this line, inside this many brackets.
    fn take(&mut self, line: u32, depth: usize, event: Event);

    /// Whether other objects and arrays may follow the first.
    fn goes_on(&self) -> bool {
        false
    }

    /// Ends the text. `broken` says where it stopped being JSON.
    fn finish(self: Box<Self>, broken: Option<Broken>) -> Read;
}

/// From this line and column on, a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct Broken(JsonError, u32, u32);

impl Explain for Broken {
    fn place(&self) -> String {
        format!("line {}, column {}", self.1, self.2)
    }

    fn expected(&self) -> String {
        self.0.expected().into()
    }

    fn remedy(&self) -> String {
        "what follows was not read, correct it to have it".into()
    }
}

/// An event of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event<'a> {
    /// An object or an array begins.
    Open,
    /// The innermost object or array ends.
    Close,
    /// The name of the next value in an object.
    Key(&'a str),
    /// A text, without its quotes and escapes.
    Text(&'a str),
    /// A number, as written.
    Number(&'a str),
    /// `true`, `false` or `null`, which NaN and infinite numbers are, too.
    Word(&'a str),
}

/// Why a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum JsonError {
    /// A character that is not allowed here; the expected one.
    #[error("unexpected '{}'", char::from(*.0).escape_default())]
    Byte(u8, &'static str),
    /// Neither a number nor a text nor a word.
    #[error("'{0}' is no value")]
    Value(String),
    /// The nesting is too deep, or a value is too long.
    #[error("the values go too deep, or one is too long")]
    TooMuch,
    /// The text ends too early; what is missing.
    #[error("the data ends too early")]
    End(&'static str),
}

impl JsonError {
    /// What was expected there.
    pub fn expected(&self) -> &'static str {
        match self {
            JsonError::Byte(_, expected) | JsonError::End(expected) => expected,
            JsonError::Value(_) => "a number, a text in quotes, true, false or null",
            JsonError::TooMuch => "at most 64 brackets within each other, and values of a megabyte",
        }
    }
}

/// The deepest nesting, and the greatest length of a value.
const MOST_DEEP: usize = 64;
const LONGEST: usize = 1 << 20;

/// Reads a text and passes its events to a listener. Memory: its longest value.
pub(super) struct Reader<'a> {
    listener: Box<dyn Listener + 'a>,
    /// The error at which reading stopped.
    broken: Option<Broken>,
    /// For each open bracket, whether it is that of an object.
    open: Vec<bool>,
    next: Next,
    within: Within,
    /// The value that is being read.
    value: Vec<u8>,
    /// The first half of a surrogate pair.
    half: u32,
    /// The position of the next byte, from 1. Columns count bytes.
    line: u32,
    column: u32,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
    Nothing,
}

/// What the next byte is part of.
#[derive(Clone, Copy, PartialEq)]
enum Within {
    Nothing,
    Text,
    Escape,
    /// An escape: the missing hexadecimal digits, and the number so far.
    Code(u8, u32),
    /// A number or a word.
    Plain,
}

impl Pieces for Reader<'_> {
    fn take(&mut self, piece: &[u8]) {
        if self.broken.is_none() {
            let read = self.read(piece);
            self.note(read);
        }
    }

    fn lines(&self) -> u32 {
        self.line
    }

    fn finish(mut self: Box<Self>) -> Read {
        if self.broken.is_none() {
            let ended = self.end();
            self.note(ended);
        }
        self.listener.finish(self.broken)
    }
}

impl<'a> Reader<'a> {
    /// For a text that begins on this line.
    pub fn new(line: u32, listener: Box<dyn Listener + 'a>) -> Reader<'a> {
        Reader {
            listener,
            broken: None,
            open: Vec::new(),
            next: Next::Value,
            within: Within::Nothing,
            value: Vec::new(),
            half: 0,
            line,
            column: 1,
        }
    }

    /// Takes the next bytes, up to an error.
    fn read(&mut self, piece: &[u8]) -> Result<(), JsonError> {
        for &byte in piece {
            self.byte(byte)?;
            self.column = self.column.saturating_add(1);
            if byte == b'\n' {
                (self.line, self.column) = (self.line.saturating_add(1), 1);
            }
        }
        Ok(())
    }

    /// Ends the text, which may not be complete.
    fn end(&mut self) -> Result<(), JsonError> {
        if self.within == Within::Plain {
            self.end_plain()?;
        }
        match (self.within, self.next) {
            (Within::Nothing, Next::Nothing) => Ok(()),
            (Within::Nothing, next) => Err(JsonError::End(next.expected())),
            _ => Err(JsonError::End("the end of a text in quotes")),
        }
    }

    /// Notes an error. What follows cannot be read.
    fn note(&mut self, read: Result<(), JsonError>) {
        self.broken = read.err().map(|wrong| Broken(wrong, self.line, self.column));
    }

    /// Reports an event.
    fn tell(&mut self, event: Event) {
        self.listener.take(self.line, self.open.len(), event);
    }

    fn byte(&mut self, byte: u8) -> Result<(), JsonError> {
        match self.within {
            Within::Nothing => self.between(byte),
            Within::Plain if matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\r' | b'\n') => {
                self.end_plain()?;
                self.between(byte)
            }
            Within::Plain => self.keep(&[byte]),
            Within::Text => match byte {
                b'"' => self.end_text(),
                b'\\' => {
                    self.within = Within::Escape;
                    Ok(())
                }
                0..0x20 => Err(JsonError::Byte(byte, "a letter, or an escape such as \\n")),
                _ => self.keep(&[byte]),
            },
            Within::Escape => {
                self.within = Within::Text;
                match byte {
                    b'"' | b'\\' | b'/' => self.keep(&[byte]),
                    b'b' => self.keep(b"\x08"),
                    b'f' => self.keep(b"\x0C"),
                    b'n' => self.keep(b"\n"),
                    b'r' => self.keep(b"\r"),
                    b't' => self.keep(b"\t"),
                    b'u' => {
                        self.within = Within::Code(4, 0);
                        Ok(())
                    }
                    _ => Err(JsonError::Byte(byte, "an escape such as \\n or \\u0041")),
                }
            }
            Within::Code(more, code) => {
                let digit = char::from(byte).to_digit(16);
                let digit = digit.ok_or(JsonError::Byte(byte, "four hexadecimal digits"))?;
                let code = code * 16 + digit;
                self.within = Within::Code(more - 1, code);
                if more > 1 { Ok(()) } else { self.letter(code) }
            }
        }
    }

    /// A byte outside of values.
    fn between(&mut self, byte: u8) -> Result<(), JsonError> {
        if self.next == Next::Nothing && matches!(byte, b'{' | b'[') && self.listener.goes_on() {
            self.next = Next::Value;
        }
        let is_value = matches!(self.next, Next::Value | Next::ValueOrEnd);
        match (byte, self.next) {
            (b' ' | b'\t' | b'\r' | b'\n', _) => {}
            (b'"', Next::Key | Next::KeyOrEnd) => self.within = Within::Text,
            (b'"', _) if is_value => self.within = Within::Text,
            (b'{' | b'[', _) if is_value => {
                self.tell(Event::Open);
                self.open.push(byte == b'{');
                self.next = if byte == b'{' { Next::KeyOrEnd } else { Next::ValueOrEnd };
                if self.open.len() > MOST_DEEP {
                    return Err(JsonError::TooMuch);
                }
            }
            (b'}', Next::KeyOrEnd | Next::CommaOrEnd) if self.open.last() == Some(&true) => self.close(),
            (b']', Next::ValueOrEnd | Next::CommaOrEnd) if self.open.last() == Some(&false) => self.close(),
            (b',', Next::CommaOrEnd) => {
                self.next = if self.open.last() == Some(&true) { Next::Key } else { Next::Value };
            }
            (b':', Next::Colon) => self.next = Next::Value,
            (b'-' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z', _) if is_value => {
                self.within = Within::Plain;
                self.value.push(byte);
            }
            _ => return Err(JsonError::Byte(byte, self.next.expected())),
        }
        Ok(())
    }

    fn close(&mut self) {
        self.open.pop();
        self.tell(Event::Close);
        self.value_ends();
    }

    fn value_ends(&mut self) {
        self.within = Within::Nothing;
        self.next = if self.open.is_empty() { Next::Nothing } else { Next::CommaOrEnd };
    }

    fn end_text(&mut self) -> Result<(), JsonError> {
        let value = std::mem::take(&mut self.value);
        let text = std::str::from_utf8(&value).map_err(|_| JsonError::Byte(b'\xFF', "text in UTF-8"))?;
        if matches!(self.next, Next::Key | Next::KeyOrEnd) {
            self.tell(Event::Key(text));
            (self.within, self.next) = (Within::Nothing, Next::Colon);
        } else {
            self.tell(Event::Text(text));
            self.value_ends();
        }
        self.reuse(value);
        Ok(())
    }

    fn end_plain(&mut self) -> Result<(), JsonError> {
        let value = std::mem::take(&mut self.value);
        let event = match std::str::from_utf8(&value) {
            Ok(text @ ("true" | "false" | "null")) => Event::Word(text),
            // Python and R write them, although JSON has no such numbers.
            Ok("NaN" | "Infinity" | "-Infinity") => Event::Word("null"),
            Ok(text) if is_number(&value) => Event::Number(text),
            _ => return Err(JsonError::Value(crate::diagnostic::shortened_bytes(&value))),
        };
        self.tell(event);
        self.value_ends();
        self.reuse(value);
        Ok(())
    }

    fn reuse(&mut self, mut value: Vec<u8>) {
        value.clear();
        self.value = value;
    }

    /// Characters beyond the first 65536 are written as surrogate pairs. Half a pair becomes the replacement character.
    fn letter(&mut self, code: u32) -> Result<(), JsonError> {
        self.within = Within::Text;
        let half = std::mem::take(&mut self.half);
        let letter = match code {
            0xD800..0xDC00 => {
                self.half = code;
                return Ok(());
            }
            0xDC00..0xE000 if half > 0 => 0x1_0000 + ((half - 0xD800) << 10) + (code - 0xDC00),
            _ => code,
        };
        let letter = char::from_u32(letter).unwrap_or(char::REPLACEMENT_CHARACTER);
        self.keep(letter.encode_utf8(&mut [0; 4]).as_bytes())
    }

    fn keep(&mut self, bytes: &[u8]) -> Result<(), JsonError> {
        self.value.extend_from_slice(bytes);
        if self.value.len() > LONGEST { Err(JsonError::TooMuch) } else { Ok(()) }
    }
}

impl Next {
    fn expected(self) -> &'static str {
        match self {
            Next::Value => "a value",
            Next::ValueOrEnd => "a value or ']'",
            Next::Key => "a name in quotes",
            Next::KeyOrEnd => "a name in quotes or '}'",
            Next::Colon => "':'",
            Next::CommaOrEnd => "',' or the closing bracket",
            Next::Nothing => "nothing more",
        }
    }
}

/// Whether this is a number by the grammar of JSON.
fn is_number(text: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let text = text.strip_prefix(b"-").unwrap_or(text);
    let whole = digits(text);
    let mut rest = &text[whole..];
    if whole == 0 || whole > 1 && text[0] == b'0' {
        return false;
    }
    if let [b'.', fraction @ ..] = rest {
        let count = digits(fraction);
        rest = &fraction[count..];
        if count == 0 {
            return false;
        }
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let exponent = if let [b'+' | b'-', exponent @ ..] = exponent { exponent } else { exponent };
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}
