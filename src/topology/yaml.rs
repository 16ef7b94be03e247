//! YAML as a tree of values with their lines: the part of it that topology files use, that is maps and lists by
//! indentation or in brackets, and plain or quoted texts of one line. The rest is refused: anchors, tags, texts of several
//! lines. (A library for all of YAML weighs a thirtieth of what a first visit to the page loads; the tests compare with one.)

use super::error::{Problem, TopologyError};

/// The deepest nesting. Topologies need 8 levels.
const DEEPEST: usize = 20;

/// A value and the line where it begins.
#[derive(Debug)]
pub struct Value {
    pub line: usize,
    pub content: Content,
}

/// What a value is.
#[derive(Debug)]
pub enum Content {
    Scalar(String),
    List(Vec<Value>),
    Map(Vec<(Key, Value)>),
}

/// A key of a map and its line.
#[derive(Debug)]
pub struct Key {
    pub line: usize,
    pub name: String,
}

/// The only document of a text. An empty text is an empty scalar.
pub fn parse(text: &str) -> Result<Value, TopologyError> {
    let mut reader = Reader { text, at: 0, line: 1, start: 0 };
    reader.skip()?;
    if reader.byte(0) == b'%' {
        return reader.refuse("directives are");
    }
    if reader.is_marker("---") {
        reader.at += 3;
        reader.skip()?;
    }
    let value = reader.block(0, 0, 1)?;
    reader.skip()?;
    if reader.is_marker("...") {
        reader.at += 3;
        reader.skip()?;
    }
    match reader.at == text.len() {
        true => Ok(value),
        false if reader.is_marker("---") => reader.refuse("a second document is"),
        false => reader.fail("the line belongs to nothing above it"),
    }
}

/// A place in the text.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The number of its line, and where the line begins.
    line: usize,
    start: usize,
}

impl<'a> Reader<'a> {
    /// A byte from here on. The end is like the end of a line.
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(b'\n')
    }

    fn column(&self) -> usize {
        self.at - self.start
    }

    fn refuse<T>(&self, what: &'static str) -> Result<T, TopologyError> {
        Err(Problem::NotRead(what).at(self.line))
    }

    fn fail<T>(&self, why: &str) -> Result<T, TopologyError> {
        Err(Problem::Yaml(why.into()).at(self.line))
    }

    /// Whether a mark of a document is here.
    fn is_marker(&self, mark: &str) -> bool {
        self.column() == 0 && self.text[self.at..].starts_with(mark) && is_blank(self.byte(mark.len()))
    }

    /// Whether the document ends here.
    fn has_ended(&self) -> bool {
        self.at == self.text.len() || self.is_marker("---") || self.is_marker("...")
    }

    /// Whether a sign is here that has its meaning before a blank only.
    fn is_sign(&self, sign: u8) -> bool {
        self.byte(0) == sign && is_blank(self.byte(1))
    }

    /// Goes to what follows behind blanks, remarks and ends of lines.
    fn skip(&mut self) -> Result<(), TopologyError> {
        loop {
            let rest = &self.text[self.at..];
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
            let is_indented_by_tab = self.column() == 0 && rest[..blanks].contains('\t');
            self.at += blanks;
            let is_apart = self.column() == 0 || is_blank(self.text.as_bytes()[self.at - 1]);
            if self.byte(0) == b'#' && is_apart {
                self.at += self.text[self.at..].find('\n').unwrap_or(self.text.len() - self.at);
            }
            if self.at == self.text.len() || self.byte(0) != b'\n' {
                return if is_indented_by_tab && !self.has_ended() {
                    self.fail("a tab cannot indent a line")
                } else {
                    Ok(())
                };
            }
            (self.at, self.line) = (self.at + 1, self.line + 1);
            self.start = self.at;
        }
    }

    /// The value that is indented by `least` columns or more; an empty scalar of the line `above` if there is none.
    fn block(&mut self, least: usize, depth: usize, above: usize) -> Result<Value, TopologyError> {
        let (line, column) = (self.line, self.column());
        if self.has_ended() || column < least {
            return Ok(Value { line: above, content: Content::Scalar(String::new()) });
        }
        if depth > DEEPEST {
            return self.refuse("values nested so deeply are");
        }
        if self.is_sign(b'-') {
            return Ok(Value { line, content: Content::List(self.block_list(column, depth)?) });
        }
        let first = self.inline(least, depth, false)?;
        if self.is_at_colon() {
            return Ok(Value { line, content: Content::Map(self.block_map(column, first, depth)?) });
        }
        self.end_of_line(&first, least)?;
        Ok(first)
    }

    fn block_list(&mut self, column: usize, depth: usize) -> Result<Vec<Value>, TopologyError> {
        let mut list = Vec::new();
        while !self.has_ended() && self.column() == column && self.is_sign(b'-') {
            let line = self.line;
            self.at += 1;
            self.skip()?;
            list.push(self.block(column + 1, depth + 1, line)?);
            self.skip()?;
        }
        Ok(list)
    }

    /// The map with this first key, before its colon.
    fn block_map(&mut self, column: usize, first: Value, depth: usize) -> Result<Vec<(Key, Value)>, TopologyError> {
        let (mut map, mut key) = (Vec::new(), first);
        loop {
            let line = self.line;
            if !self.is_at_colon() {
                return self.fail("a key has no colon");
            }
            let Content::Scalar(name) = key.content else { return self.refuse("keys that are lists or maps are") };
            self.at += 1;
            self.skip()?;
            let value = if self.has_ended() || self.line > line {
                let is_list = self.column() == column && self.is_sign(b'-');
                self.block(column + usize::from(!is_list), depth + 1, line)?
            } else {
                let value = self.inline(column + 1, depth + 1, false)?;
                self.end_of_line(&value, column + 1)?;
                value
            };
            map.push((Key { line: key.line, name }, value));
            self.skip()?;
            if self.has_ended() || self.column() < column {
                return Ok(map);
            }
            if self.column() > column {
                return self.fail("the line is indented less or more than what it belongs to");
            }
            key = self.inline(column, depth, false)?;
        }
    }

    /// Whether a key ends here: a colon follows, behind blanks.
    fn is_at_colon(&mut self) -> bool {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
        self.is_sign(b':')
    }

    /// Goes to the next line, where the value has ended. A continuation would be indented by `least`.
    fn end_of_line(&mut self, value: &Value, least: usize) -> Result<(), TopologyError> {
        let line = self.line;
        self.skip()?;
        if self.has_ended() || (self.line > line && self.column() < least) {
            return Ok(());
        }
        match value.content {
            Content::Scalar(_) if self.line > line => {
                Err(Problem::NotRead("texts of several lines are").at(value.line))
            }
            _ => self.fail("a value is followed by something else"),
        }
    }

    /// A value in one line or in brackets; `is_within` brackets itself or not.
    fn inline(&mut self, least: usize, depth: usize, is_within: bool) -> Result<Value, TopologyError> {
        if depth > DEEPEST {
            return self.refuse("values nested so deeply are");
        }
        let line = self.line;
        let content = match self.byte(0) {
            b'&' => return self.refuse("anchors are"),
            b'*' => return self.refuse("aliases are"),
            b'!' => return self.refuse("tags are"),
            b'|' | b'>' => return Err(Problem::NotRead("texts of several lines are").at(line + 1)),
            b'?' if self.is_sign(b'?') => return self.refuse("keys that are lists or maps are"),
            b'[' => Content::List(self.bracketed(least, depth, b']', Self::item)?),
            b'{' => Content::Map(self.bracketed(least, depth, b'}', Self::pair)?),
            b'"' | b'\'' => Content::Scalar(self.quoted()?),
            b'-' | b':' if is_blank(self.byte(1)) => return self.fail("a list or a value cannot begin here"),
            b',' | b']' | b'}' | b'#' | b'%' | b'@' | b'`' => return self.fail("no value begins with this character"),
            _ => Content::Scalar(self.plain(is_within)),
        };
        Ok(Value { line, content })
    }

    /// The parts of a value in brackets, which commas separate.
    fn bracketed<T>(
        &mut self,
        least: usize,
        depth: usize,
        close: u8,
        part: Part<'a, T>,
    ) -> Result<Vec<T>, TopologyError> {
        let mut parts = Vec::new();
        self.at += 1;
        loop {
            self.skip_within(least)?;
            if self.byte(0) == close {
                self.at += 1;
                return Ok(parts);
            }
            let line = self.line;
            parts.push(part(self, least, depth + 1)?);
            self.skip_within(least)?;
            match self.byte(0) {
                b',' => self.at += 1,
                sign if sign == close => {}
                _ if self.line > line => return Err(Problem::NotRead("texts of several lines are").at(line)),
                _ => return self.fail("a comma or a bracket is missing"),
            }
        }
    }

    /// A part of a list. One with a colon behind it is a map of one pair.
    fn item(&mut self, least: usize, depth: usize) -> Result<Value, TopologyError> {
        let value = self.inline(least, depth, true)?;
        let line = value.line;
        self.skip_within(least)?;
        if self.byte(0) != b':' || self.line > line {
            return Ok(value);
        }
        Ok(Value { line, content: Content::Map(vec![self.value_of(value, least, depth)?]) })
    }

    fn pair(&mut self, least: usize, depth: usize) -> Result<(Key, Value), TopologyError> {
        let key = self.inline(least, depth, true)?;
        self.skip_within(least)?;
        self.value_of(key, least, depth)
    }

    /// A key in brackets, with the value behind its colon, if there is one.
    fn value_of(&mut self, key: Value, least: usize, depth: usize) -> Result<(Key, Value), TopologyError> {
        let Content::Scalar(name) = key.content else { return self.refuse("keys that are lists or maps are") };
        let mut value = Value { line: self.line, content: Content::Scalar(String::new()) };
        if self.byte(0) == b':' {
            self.at += 1;
            self.skip_within(least)?;
            if !matches!(self.byte(0), b',' | b']' | b'}') {
                value = self.inline(least, depth + 1, true)?;
            }
        }
        Ok((Key { line: key.line, name }, value))
    }

    /// The same as `skip` in brackets, where lines are indented by `least`.
    fn skip_within(&mut self, least: usize) -> Result<(), TopologyError> {
        let line = self.line;
        self.skip()?;
        if self.has_ended() {
            return self.fail("a bracket is not closed");
        }
        if self.line > line && self.column() < least && !matches!(self.byte(0), b']' | b'}') {
            return self.fail("a bracket is not closed before a line that is indented less");
        }
        Ok(())
    }

    /// The text to the end of its line, to a remark or a colon; in brackets to a comma or a bracket, too.
    fn plain(&mut self, is_within: bool) -> String {
        let rest = &self.text.as_bytes()[self.at..];
        let ends = |place: usize| {
            let next = rest.get(place + 1).copied().unwrap_or(b'\n');
            match rest[place] {
                b'\n' => true,
                b':' => is_blank(next) || (is_within && is_bracket(next)),
                b'#' => place > 0 && is_blank(rest[place - 1]),
                sign => is_within && is_bracket(sign),
            }
        };
        let length = (0..rest.len()).find(|&place| ends(place)).unwrap_or(rest.len());
        let text = self.text[self.at..self.at + length].trim_end();
        self.at += text.len();
        text.into()
    }

    /// The text between quotes.
    fn quoted(&mut self) -> Result<String, TopologyError> {
        let quote = char::from(self.byte(0));
        let mut text = String::new();
        let mut rest = self.text[self.at + 1..].char_indices().peekable();
        while let Some((place, sign)) = rest.next() {
            match sign {
                '\n' if rest.any(|(_, sign)| sign == quote) => return self.refuse("texts of several lines are"),
                '\n' => break,
                '\'' if quote == '\'' && rest.next_if(|(_, next)| *next == '\'').is_some() => text.push('\''),
                '\\' if quote == '"' => match rest.next() {
                    Some((_, sign @ ('"' | '\\' | '/'))) => text.push(sign),
                    Some((_, 't')) => text.push('\t'),
                    _ => return self.refuse("characters behind \\, but for \\\", \\\\, \\/ and \\t, are"),
                },
                sign if sign == quote => {
                    self.at += 1 + place + 1;
                    return Ok(text);
                }
                sign => text.push(sign),
            }
        }
        self.fail("a text has no closing quote")
    }
}

/// Reads a part of a value in brackets.
type Part<'a, T> = fn(&mut Reader<'a>, usize, usize) -> Result<T, TopologyError>;

fn is_blank(sign: u8) -> bool {
    matches!(sign, b' ' | b'\t' | b'\r' | b'\n')
}

fn is_bracket(sign: u8) -> bool {
    matches!(sign, b',' | b'[' | b']' | b'{' | b'}')
}

#[cfg(test)]
mod tests;
