//! YAML as a tree of values with their lines. Anchors, tags and scalars of several lines are refused: topology files
//! do not need them.

use super::error::{Problem, TopologyError};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span};

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
    let mut events = Events { parser: Parser::new_from_str(text) };
    let mut found = None;
    loop {
        match events.next()? {
            (Event::StreamEnd, _) => break,
            (Event::StreamStart | Event::DocumentEnd | Event::Nothing, _) => {}
            (Event::DocumentStart(_), span) if found.is_some() => {
                return Err(Problem::NotRead("a second document is").at(span.start.line()));
            }
            (Event::DocumentStart(_), _) => {
                let first = events.next()?;
                found = Some(events.value(first, 0)?);
            }
            (_, span) => return Err(Problem::Empty.at(span.start.line())),
        }
    }
    Ok(found.unwrap_or(Value { line: 1, content: Content::Scalar(String::new()) }))
}

struct Events<'a> {
    parser: Parser<'a, saphyr_parser::StrInput<'a>>,
}

impl<'a> Events<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Span), TopologyError> {
        let broken = |error: ScanError| Problem::Yaml(error.info().into()).at(error.marker().line());
        self.parser.next_event().unwrap_or(Ok((Event::StreamEnd, Span::default()))).map_err(broken)
    }

    /// The value that begins with this event.
    fn value(&mut self, (event, span): (Event<'a>, Span), depth: usize) -> Result<Value, TopologyError> {
        let line = span.start.line();
        let refuse = |what| Err(Problem::NotRead(what).at(line));
        if depth > DEEPEST {
            return refuse("values nested so deeply are");
        }
        let content = match event {
            Event::Alias(_) => return refuse("aliases are"),
            Event::Scalar(_, _, anchor, _) | Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _)
                if anchor != 0 =>
            {
                return refuse("anchors are");
            }
            Event::Scalar(_, _, _, Some(_)) | Event::SequenceStart(_, Some(_)) | Event::MappingStart(_, Some(_)) => {
                return refuse("tags are");
            }
            Event::Scalar(_, ScalarStyle::Literal | ScalarStyle::Folded, ..) => {
                return refuse("texts of several lines are");
            }
            Event::Scalar(text, ..) if span.end.line() != line && !text.is_empty() => {
                return refuse("texts of several lines are");
            }
            Event::Scalar(text, ..) => Content::Scalar(text.into_owned()),
            Event::SequenceStart(..) => Content::List(self.list(depth)?),
            Event::MappingStart(..) => Content::Map(self.map(depth)?),
            _ => return Err(Problem::Empty.at(line)),
        };
        Ok(Value { line, content })
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Value>, TopologyError> {
        let mut list = Vec::new();
        loop {
            let next = self.next()?;
            match next.0 {
                Event::SequenceEnd => return Ok(list),
                _ => list.push(self.value(next, depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Vec<(Key, Value)>, TopologyError> {
        let mut map = Vec::new();
        loop {
            let next = self.next()?;
            if next.0 == Event::MappingEnd {
                return Ok(map);
            }
            let key = self.value(next, depth + 1)?;
            let Content::Scalar(name) = key.content else {
                return Err(Problem::NotRead("keys that are lists or maps are").at(key.line));
            };
            let next = self.next()?;
            map.push((Key { line: key.line, name }, self.value(next, depth + 1)?));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        let error = parse(text).unwrap_err();
        format!("{}: {}", error.line, error.problem)
    }

    #[test]
    fn what_topologies_do_not_need_is_refused() {
        for (text, expected) in [
            ("a:\n  - &x b", "2: anchors are not read here"),
            ("a: &x {b: c}\nd: *x", "1: anchors are not read here"),
            ("- !!str b", "1: tags are not read here"),
            ("a: !t [b]", "1: tags are not read here"),
            ("a: |\n  b\n  c", "2: texts of several lines are not read here"),
            ("a: b\n  c", "1: texts of several lines are not read here"),
            ("a: 'b\n  c'", "1: texts of several lines are not read here"),
            ("a: b\n---\nc: d", "2: a second document is not read here"),
            ("? [a]\n: b", "1: keys that are lists or maps are not read here"),
            (&"[".repeat(30), "1: values nested so deeply are not read here"),
        ] {
            assert_eq!(message(text), expected, "{text}");
        }
        assert!(message("a: [b\nc: d").starts_with("2: this is no YAML: "), "{}", message("a: [b\nc: d"));
    }

    #[test]
    fn values_have_their_lines() {
        let value = parse("# remark\n---\n- a: 'x y' # remark\n  b: [1, \"2\"]\n- {c: {d: }}\n").unwrap();
        let Content::List(list) = value.content else { panic!("no list") };
        let Content::Map(first) = &list[0].content else { panic!("no map") };
        let shown: Vec<_> = first.iter().map(|(key, value)| (key.name.as_str(), key.line, value.line)).collect();
        assert_eq!(shown, [("a", 3, 3), ("b", 4, 4)]);
        let Content::List(numbers) = &first[1].1.content else { panic!("no list") };
        assert!(matches!(&numbers[1].content, Content::Scalar(text) if text == "2"));
        assert_eq!(list[1].line, 5);
        for text in ["", "# only a remark\n"] {
            assert!(matches!(parse(text).unwrap().content, Content::Scalar(text) if text.is_empty()));
        }
    }
}
