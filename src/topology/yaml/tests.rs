use super::*;

use proptest::prelude::*;
use saphyr_parser::{Event, Parser};

/// A value without its lines, as it is written in JSON.
fn shown(value: &Value) -> String {
    let all = |parts: Vec<String>| parts.join(",");
    match &value.content {
        Content::Scalar(text) => format!("{text:?}"),
        Content::List(list) => format!("[{}]", all(list.iter().map(shown).collect())),
        Content::Map(map) => {
            format!("{{{}}}", all(map.iter().map(|(key, value)| format!("{:?}:{}", key.name, shown(value))).collect()))
        }
    }
}

/// The same of what a library for all of YAML reads; nothing where it fails.
fn oracle(text: &str) -> Option<String> {
    let events: Vec<Event> =
        Parser::new_from_str(text).map(|event| event.map(|(event, _)| event)).collect::<Result<_, _>>().ok()?;
    let mut events = events.into_iter().filter(|event| {
        !matches!(
            event,
            Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd | Event::Nothing
        )
    });
    Some(events.next().map_or_else(|| "\"\"".into(), |first| oracle_value(first, &mut events)))
}

fn oracle_value<'a>(event: Event<'a>, events: &mut dyn Iterator<Item = Event<'a>>) -> String {
    let (mut parts, is_list) = (Vec::new(), matches!(event, Event::SequenceStart(..)));
    if let Event::Scalar(text, ..) = event {
        return format!("{text:?}");
    }
    loop {
        match events.next().unwrap() {
            Event::SequenceEnd => return format!("[{}]", parts.join(",")),
            Event::MappingEnd => return format!("{{{}}}", parts.join(",")),
            event => {
                let first = oracle_value(event, events);
                parts.push(match is_list {
                    true => first,
                    false => events.next().map(|value| format!("{first}:{}", oracle_value(value, events))).unwrap(),
                });
            }
        }
    }
}

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
        ("a: \"\\x41\"", "1: characters behind \\, but for \\\", \\\\, \\/ and \\t, are not read here"),
        ("%YAML 1.2\n---\na: b", "1: directives are not read here"),
        ("[[a]: b]", "1: keys that are lists or maps are not read here"),
        (&"[".repeat(30), "1: values nested so deeply are not read here"),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
    for text in [
        "a: [b\nc: d",
        "x:\n\ta: b",
        "a: b: c",
        "a:\n   b: c\n  d: e",
        "a: 'b",
        "a: - b",
        "- a\nb: c",
        "a: [b",
        "a: [b] c",
        "a\nb: c",
        "{a b: c} d",
        "a: ]",
    ] {
        assert_eq!(oracle(text), None, "{text}");
        let found = message(text);
        assert!(found.contains("this is no YAML: ") || found.contains("several lines"), "{text}: {found}");
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

/// A random tree in a random style: by indentation or in brackets, with remarks and quotes.
fn trees() -> impl Strategy<Value = String> {
    let text = prop_oneof!["[a-c]{1,3}", "n\\[1-[0-9]\\]", "'[a :#]{0,3}'", "\"[a:,]{0,2}\"", "-1", "a:b", "a#b", "~"];
    let leaf = (text, any::<bool>()).prop_map(|(text, remark)| vec![text + if remark { " # r: [" } else { "" }]);
    let block = leaf.prop_recursive(4, 24, 4, |inner| {
        let parts = prop::collection::vec((inner, 0usize..4), 1..4);
        (parts, any::<bool>(), 0usize..3).prop_map(|(parts, is_map, blank)| {
            let part = |(number, (lines, way)): (usize, (Vec<String>, usize))| {
                let (head, is_leaf) = (
                    if is_map { format!("k{number}:") } else { "-".into() },
                    lines.len() == 1 && !lines[0].ends_with(':'),
                );
                let is_list = lines[0].starts_with("- ") || lines[0] == "-";
                let beside = if is_map { is_leaf && !is_list && !lines[0].contains(": ") } else { way > 0 };
                let indent =
                    if is_map && is_list && way > 1 { "" } else { &"   "[..1 + blank.max(usize::from(!is_map))] };
                match beside {
                    true => {
                        let rest = lines[1..].iter().map(|line| format!("{}{line}", " ".repeat(head.len() + 1)));
                        std::iter::once(format!("{head} {}", lines[0])).chain(rest).collect::<Vec<_>>()
                    }
                    false => std::iter::once(head).chain(lines.iter().map(|line| format!("{indent}{line}"))).collect(),
                }
            };
            parts.into_iter().enumerate().flat_map(part).collect()
        })
    });
    block.prop_map(|lines| lines.join("\n"))
}

proptest! {
    /// The same tree as the library's, or the refusal of what the library refuses or topologies do not need.
    /// (No tabs: between signs of a line the library refuses some.)
    #[test]
    fn what_is_read_is_read_the_same_by_a_library(text in trees(), cut in 0usize..400, sign in "[-:#,\\[\\]{}'\" \n&?a]", change in 0..3) {
        let mut text = text;
        let whole = parse(&text).map(|value| shown(&value)).ok();
        prop_assert_eq!(whole, oracle(&text), "{}", text);
        let place = cut % (text.len() + 1);
        match change {
            0 => text.insert_str(place, &sign),
            1 if place < text.len() => drop(text.remove(place)),
            _ => text.truncate(place),
        }
        if let Ok(value) = parse(&text) {
            prop_assert_eq!(Some(shown(&value)), oracle(&text), "{}", text);
        }
    }

    #[test]
    fn any_text_has_an_answer(text in "[-a:#,\\[\\]{}'\"\\\\ \n&?%.]{0,40}") {
        if let Ok(value) = parse(&text) {
            prop_assert_eq!(Some(shown(&value)), oracle(&text), "{}", text);
        }
    }
}
