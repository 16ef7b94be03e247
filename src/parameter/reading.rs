//! Readers and writers of values. Each reader takes a text, or describes its problem in a phrase. All ignore spaces
//! around a value.

use super::ValueError;
use crate::diagnostic::{Explain, shortened};
use crate::names::{UnknownName, plain};
use crate::time::{Decimal, SECOND, Time};
use std::fmt::Display;
use std::str::FromStr;

/// The text of an optional value; empty if it is absent.
pub fn or_empty<T: Display>(value: &Option<T>) -> String {
    value.as_ref().map_or_else(String::new, T::to_string)
}

/// The texts of several values, separated by commas.
pub fn joined<T: Display>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// An optional value: an empty text is `None`.
pub fn optional<T>(text: &str, read: impl Fn(&str) -> Result<T, ValueError>) -> Result<Option<T>, ValueError> {
    if text.is_empty() { Ok(None) } else { read(text).map(Some) }
}

/// One of several named choices.
pub fn choice<T: FromStr<Err = UnknownName>>(text: &str) -> Result<T, ValueError> {
    let shorten = |error: UnknownName| UnknownName { text: shortened(&error.text), ..error };
    Ok(text.parse().map_err(shorten)?)
}

/// A value of a type from another module, read in lower case and without spaces. Its errors quote the whole value.
pub fn value<T: FromStr<Err: Explain + 'static>>(text: &str) -> Result<T, ValueError> {
    as_typed(&plain(text))
}

/// The same, but with the capitals and spaces that it has.
pub fn as_typed<T: FromStr<Err: Explain + 'static>>(text: &str) -> Result<T, ValueError> {
    text.parse().map_err(|error: T::Err| ValueError::Whole(error.into()))
}

/// A [`value`], but its errors refer to a part of it.
pub fn compound<T: FromStr<Err: Explain + 'static>>(text: &str) -> Result<T, ValueError> {
    plain(text).parse().map_err(|error: T::Err| ValueError::Part(error.into()))
}

/// A whole number in plain digits that fits the type.
pub fn number<T: FromStr>(text: &str) -> Result<T, ValueError> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain).ok_or(ValueError::NotWhole)
}

/// Reads a whole number from `least` to `most`.
pub fn whole<T: FromStr + PartialOrd + Display>(least: T, most: T) -> impl Fn(&str) -> Result<T, ValueError> {
    move |text| within(number(text)?, &least, &most)
}

/// Reads a decimal number from 0 to `most`.
pub fn up_to(most: i64) -> impl Fn(&str) -> Result<Decimal, ValueError> {
    move |text| within(value(text)?, &Decimal::new(0, 0), &Decimal::new(most, 0))
}

fn within<T: PartialOrd + Display>(value: T, least: &T, most: &T) -> Result<T, ValueError> {
    if value < *least || value > *most {
        return Err(ValueError::NotWithin { least: least.to_string(), most: most.to_string() });
    }
    Ok(value)
}

/// Reads a factor: greater than 0, at most `most`.
pub fn factor(most: i64) -> impl Fn(&str) -> Result<Decimal, ValueError> {
    move |text| {
        let factor: Decimal = value(text)?;
        if !factor.is_positive() {
            return Err(ValueError::Wrong("not greater than 0"));
        }
        if factor > Decimal::new(most, 0) { Err(ValueError::Wrong("too large")) } else { Ok(factor) }
    }
}

/// A list of names without repetition.
pub fn list<T: PartialEq, E: Explain + 'static>(
    names: Vec<&str>,
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<Vec<T>, ValueError> {
    let mut values = Vec::new();
    let kind = if names.len() == 1 { ValueError::Whole } else { ValueError::Part };
    for name in names {
        let value = read(name).map_err(|error| kind(error.into()))?;
        if values.contains(&value) {
            return Err(ValueError::Twice(shortened(name)));
        }
        values.push(value);
    }
    Ok(values)
}

/// Two times in whole seconds with `..` between them, the second one later.
pub fn window(text: &str) -> Result<(Time, Time), ValueError> {
    let (from, to) = text.split_once("..").ok_or(ValueError::Wrong("no '..' between the two times"))?;
    let seconds = |text| whole(-Time::MAX / SECOND, Time::MAX / SECOND)(text).map(|time: Time| time * SECOND);
    let (from, to) = (seconds(from)?, seconds(to)?);
    if from < to { Ok((from, to)) } else { Err(ValueError::Wrong("the window ends before it begins")) }
}

/// The greatest length of a file's name in characters: file systems allow this many, in any script.
pub const LONGEST_FILE_NAME: usize = 255;

/// Whether file names can contain this character on all systems.
pub fn is_in_file_names(letter: char) -> bool {
    !(letter.is_control() || matches!(letter, '/' | '\\'))
}

/// The name of a file without a folder.
pub fn file_name(text: &str) -> Result<String, ValueError> {
    if matches!(text, "" | "." | "..") || !text.chars().all(is_in_file_names) {
        return Err(ValueError::Wrong("a file's name has no slashes and no control characters"));
    }
    if text.chars().nth(LONGEST_FILE_NAME).is_some() {
        return Err(ValueError::Wrong("longer than 255 letters"));
    }
    Ok(text.into())
}

/// A SHA-256 in hexadecimal digits, in lower case.
pub fn digest(text: &str) -> Result<String, ValueError> {
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(ValueError::Wrong("not 64 hexadecimal digits"));
    }
    Ok(text.to_ascii_lowercase())
}

/// An address of the web, without a user name or a password in it.
pub fn address(text: &str) -> Result<String, ValueError> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let rest = rest.ok_or(ValueError::Wrong("neither http:// nor https://"))?;
    let host = rest.split(['/', '?', '#', '\\']).next().unwrap_or("");
    if let Some((_, host)) = host.rsplit_once('@') {
        return Err(ValueError::Credentials(shortened(host)));
    }
    if host.is_empty() {
        return Err(ValueError::Wrong("no server is named"));
    }
    if text.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
        return Err(ValueError::Wrong("an address has no spaces"));
    }
    Ok(text.into())
}
