//! How the values of parameters are read and written: each reader takes a text, or says in a phrase what is wrong with it.

use super::sweep::MAX_COEFFICIENT;
use crate::time::{Decimal, SECOND, Time};
use std::fmt::Display;
use std::str::FromStr;

/// A value as a message quotes it: not longer than a line, and without control characters.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 80;
    let printable = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let mut short: String = text.chars().take(LONGEST).map(printable).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

/// The text of an optional value; empty where it is absent.
pub(super) fn or_empty<T: Display>(value: &Option<T>) -> String {
    value.as_ref().map_or_else(String::new, T::to_string)
}

/// The texts of several values, separated by commas.
pub(super) fn joined<T: Display>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// No text is no value.
pub(super) fn optional<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
    if text.is_empty() { Ok(None) } else { read(text).map(Some) }
}

/// The value of this name.
pub(super) fn choice<T: Copy>(text: &str, choices: &[(&str, T)]) -> Result<T, String> {
    let found = choices.iter().find(|(name, _)| *name == text);
    found.map(|(_, value)| *value).ok_or_else(|| "not one of the choices".into())
}

/// The name of a value.
pub(super) fn chosen<T: PartialEq>(value: T, choices: &[(&str, T)]) -> String {
    choices.iter().find(|(_, choice)| *choice == value).map_or_else(String::new, |(name, _)| name.to_string())
}

/// A whole number in plain digits, which its type has room for.
pub(super) fn number<T: FromStr>(text: &str) -> Result<T, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain).ok_or_else(|| "not a whole number, or out of range".into())
}

/// A whole number from `least` to `most`.
pub(super) fn whole<T: FromStr + PartialOrd + Display>(text: &str, least: T, most: T) -> Result<T, String> {
    let value: T = number(text)?;
    if value < least || value > most { Err(format!("not within {least} to {most}")) } else { Ok(value) }
}

/// A factor: greater than 0, at most [`MAX_COEFFICIENT`].
pub(super) fn coefficient(text: &str) -> Result<Decimal, String> {
    let value: Decimal = text.parse()?;
    if !value.is_positive() {
        return Err("not greater than 0".into());
    }
    if value > Decimal::new(MAX_COEFFICIENT, 0) { Err("too large".into()) } else { Ok(value) }
}

/// A list of names, each of which reads differently from all others.
pub(super) fn list<T: PartialEq>(names: Vec<&str>, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    let mut values = Vec::new();
    for name in names {
        let value = read(name)?;
        if values.contains(&value) {
            return Err(format!("'{}' is listed twice", shortened(name)));
        }
        values.push(value);
    }
    Ok(values)
}

/// Two times in whole seconds with `..` between them, the second one later.
pub(super) fn window(text: &str) -> Result<(Time, Time), String> {
    let (from, to) = text.split_once("..").ok_or("no '..' between the two times")?;
    let seconds = |text: &str| whole(text, -Time::MAX / SECOND, Time::MAX / SECOND).map(|time| time * SECOND);
    let (from, to) = (seconds(from)?, seconds(to)?);
    if from < to { Ok((from, to)) } else { Err("the window ends before it begins".into()) }
}

/// The name of a file, without any folder.
pub(super) fn file_name(text: &str) -> Result<String, String> {
    if text.contains(['/', '\\']) || text.contains(char::is_control) || text == "." || text == ".." {
        return Err("a file's name has no slashes and no control characters".into());
    }
    if text.len() > 255 { Err("longer than 255 bytes".into()) } else { Ok(text.into()) }
}

/// A SHA-256 in hexadecimal digits, in lower case.
pub(super) fn digest(text: &str) -> Result<String, String> {
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err("not 64 hexadecimal digits".into());
    }
    Ok(text.to_ascii_lowercase())
}

/// An address of the web.
pub(super) fn address(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let host = rest.ok_or("neither http:// nor https://")?.split(['/', '?', '#']).next().unwrap_or("");
    if host.is_empty() {
        return Err("no server is named".into());
    }
    if text.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
        return Err("an address has no spaces".into());
    }
    Ok(text.into())
}
