//! The width of text, without asking a browser: backends differ, and the figure must be the same in all of them.

/// About how wide a text is, in CSS pixels; on the generous side, since fonts differ.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    let widths = text.chars().map(|letter| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '|' | '\'' | ' ' | '\u{202f}' | '(' | ')' | 't' | 'f' | 'r' => {
            0.37
        }
        'm' | 'w' | 'M' | 'W' => 0.92,
        '×' => 0.84,
        '⁰'..='⁹' | '⁻' | '¹' | '²' | '³' => 0.42,
        'A'..='Z' => 0.7,
        letter if u32::from(letter) >= 0x2e80 => 1.0,
        _ => 0.6,
    });
    widths.sum::<f64>() * size
}

/// `text`, with its end replaced by an ellipsis where it would be wider than `room`.
pub(super) fn shortened(text: &str, size: f64, room: f64) -> String {
    if width_of(text, size) <= room {
        return text.to_string();
    }
    let ends = text.char_indices().map(|(start, letter)| start + letter.len_utf8());
    let fits = |end: &usize| width_of(&text[..*end], size) + 0.6 * size <= room;
    ends.take_while(fits).last().map_or(String::new(), |end| format!("{}…", text[..end].trim_end()))
}
