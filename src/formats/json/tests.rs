use super::*;
use proptest::prelude::*;
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// How reading ends: the error, with its line and column.
type Ending = Result<(), (JsonError, (u32, u32))>;

/// Keeps the events.
struct Events(Rc<RefCell<Vec<String>>>);

impl Listener for Events {
    fn take(&mut self, line: u32, depth: usize, event: Event) {
        self.0.borrow_mut().push(format!("{line} {depth} {event:?}"));
    }

    fn finish(self: Box<Self>, _: Option<Broken>) -> Read {
        unreachable!("the tests look into the reader")
    }
}

/// The events of a text in pieces of this length, and how it ends.
fn events_of(text: &[u8], length: usize) -> (Vec<String>, Ending) {
    let events = Rc::new(RefCell::new(Vec::new()));
    let mut reader = Reader::new(1, Box::new(Events(Rc::clone(&events))));
    text.chunks(length).for_each(|piece| reader.take(piece));
    if reader.broken.is_none() {
        let ended = reader.end();
        reader.note(ended);
    }
    let end = reader.broken.map_or(Ok(()), |Broken(wrong, line, column)| Err((wrong, (line, column))));
    (events.take(), end)
}

#[test]
fn events_have_line_and_depth() {
    let text = b"{\"a\\u00e9\\ud83d\\ude00\": [1, -2.5e+3,\n true, -Infinity,NaN], \"b\":{} }\n";
    let expected = [
        "1 0 Open",
        "1 1 Key(\"a\u{e9}\u{1f600}\")",
        "1 1 Open",
        "1 2 Number(\"1\")",
        "1 2 Number(\"-2.5e+3\")",
        "2 2 Word(\"true\")",
        "2 2 Word(\"null\")",
        "2 2 Word(\"null\")",
        "2 1 Close",
        "2 1 Key(\"b\")",
        "2 1 Open",
        "2 1 Close",
        "2 0 Close",
    ];
    assert_eq!(events_of(text, 3), (expected.map(String::from).to_vec(), Ok(())));
}

#[test]
fn errors_have_their_position() {
    for (text, said, place) in [
        ("{\"a\" 1}", "unexpected '1', expected ':'", (1, 6)),
        ("[1,\n]", "unexpected ']', expected a value", (2, 1)),
        ("[1}", "unexpected '}', expected ',' or the closing bracket", (1, 3)),
        ("{\"a\":1,}", "unexpected '}', expected a name in quotes", (1, 8)),
        ("[01]", "'01' is no value, expected a number, a text in quotes, true, false or null", (1, 4)),
        ("[nan]", "'nan' is no value, expected a number, a text in quotes, true, false or null", (1, 5)),
        ("[\"a\nb\"]", "unexpected '\\n', expected a letter, or an escape such as \\n", (1, 4)),
        ("[1] 2", "unexpected '2', expected nothing more", (1, 5)),
        ("[1", "the data ends too early, expected ',' or the closing bracket", (1, 3)),
        ("[\"", "the data ends too early, expected the end of a text in quotes", (1, 3)),
    ] {
        let (wrong, found) = events_of(text.as_bytes(), 1).1.unwrap_err();
        assert_eq!((&*format!("{wrong}, expected {}", wrong.expected()), found), (said, place), "{text}");
    }
    assert_eq!(events_of(&[b'['; 100], 7).1, Err((JsonError::TooMuch, (1, 65))));
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e20..1e20).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(Value::Null),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let array = prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from);
        let object = prop::collection::vec((any::<String>(), inner), 0..4)
            .prop_map(|pairs| Value::Object(pairs.into_iter().collect()));
        prop_oneof![array, object]
    })
}

proptest! {
    /// It accepts and refuses the same texts as another reader: texts that were written correctly, and the same with
    /// one character changed. Unlike that reader, it accepts no half of a surrogate pair.
    #[test]
    fn it_agrees_with_another_reader(value in values(), pretty: bool, at: prop::sample::Index, letter in "[]\\[{},:\"0-9a-z.\\\\-]") {
        let mut text = if pretty { serde_json::to_vec_pretty(&value) } else { serde_json::to_vec(&value) }.unwrap();
        prop_assert_eq!(events_of(&text, 5).1, Ok(()));
        let at = at.index(text.len());
        text[at] = letter.as_bytes()[0];
        let theirs = serde_json::from_slice::<&serde_json::value::RawValue>(&text).is_ok();
        prop_assert_eq!(events_of(&text, 1000).1.is_ok(), theirs, "{}", String::from_utf8_lossy(&text));
    }

    #[test]
    fn pieces_make_no_difference_and_no_text_panics(
        text in prop_oneof!["[]\\[{},:\"0-9truefals\\\\ \n-]{0,40}".prop_map(String::into_bytes), prop::collection::vec(any::<u8>(), 0..60)],
        length in 1usize..9,
    ) {
        prop_assert_eq!(events_of(&text, length), events_of(&text, 1000));
    }
}
