//! The only writer of comma-separated values. It quotes fields as in RFC 4180, ends lines with a line feed, and writes
//! nothing that a spreadsheet would evaluate as a formula.

use csv::{QuoteStyle, Writer, WriterBuilder};
use std::fmt::Display;

/// A table that is being written, in memory, where writing cannot fail.
pub struct Csv {
    remarks: String,
    rows: Writer<Vec<u8>>,
}

impl Csv {
    /// A table with these names in its first row.
    pub fn new<Name: AsRef<str>>(names: impl IntoIterator<Item = Name>) -> Csv {
        let rows = WriterBuilder::new().flexible(true).quote_style(QuoteStyle::Necessary).from_writer(Vec::new());
        let mut table = Csv { remarks: String::new(), rows };
        table.row(names.into_iter().map(|name| name.as_ref().to_string()));
        table
    }

    /// Adds a comment line above the table, `# ...`, with the origin of the numbers. A spreadsheet splits it at its
    /// commas. A part that would be a formula is percent-encoded; permalinks decode it.
    pub fn remark(&mut self, remark: impl Display) {
        let line = remark.to_string().replace(['\r', '\n'], " ");
        let line = line.split(',').map(encoded).collect::<Vec<_>>().join(",");
        self.remarks += &format!("# {line}\n");
    }

    /// Adds a row of texts, and of numbers as texts.
    pub fn row(&mut self, fields: impl IntoIterator<Item = String>) {
        let fields = fields.into_iter().map(harmless);
        self.rows.write_record(fields).expect("writing to memory cannot fail");
    }

    /// The text of the whole table.
    pub fn finish(self) -> String {
        let rows = self.rows.into_inner().unwrap_or_else(|_| unreachable!("flushing memory cannot fail"));
        self.remarks + &String::from_utf8(rows).expect("fields are text")
    }
}

/// Whether a spreadsheet would evaluate a text: it begins with one of `= + - @`, in some countries also in full width,
/// perhaps after a tab or a line end. Numbers do not count, not even negative ones.
fn is_formula(field: &str) -> bool {
    let begins = field.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    begins && field.parse::<f64>().is_err()
}

/// An apostrophe in front makes the spreadsheet show the text.
fn harmless(field: String) -> String {
    if is_formula(&field) { format!("'{field}") } else { field }
}

/// A part of a comment line. If its first letter would make it a formula, it is encoded as in permalinks.
fn encoded(part: &str) -> String {
    if !is_formula(part) {
        return part.into();
    }
    let rest = part.chars().next().map_or(0, char::len_utf8);
    let first: String = part.bytes().take(rest).map(|byte| format!("%{byte:02X}")).collect();
    first + &part[rest..]
}

/// A number that reads back with the same bits; empty if it does not apply.
pub fn number(value: f64) -> String {
    if value.is_nan() { String::new() } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(fields: &[&str]) -> String {
        let mut table = Csv::new(["a"]);
        table.row(fields.iter().map(|field| field.to_string()));
        table.finish()
    }

    #[test]
    fn fields_are_quoted_if_necessary() {
        assert_eq!(row(&["ep", "1.5", ""]), "a\nep,1.5,\n");
        assert_eq!(row(&["curve(snake,best)"]), "a\n\"curve(snake,best)\"\n");
        assert_eq!(row(&["say \"so\""]), "a\n\"say \"\"so\"\"\"\n");
        assert_eq!(row(&["two\nlines", "x"]), "a\n\"two\nlines\",x\n");
    }

    #[test]
    fn no_field_becomes_a_formula() {
        for text in ["=1+1", "+SUM(A1)", "-x", "@here", "\tx", "\n=1", "＝1+1", "＠here"] {
            let written = row(&[text]);
            assert!(written.contains(&format!("'{text}")), "{written}");
        }
        assert_eq!(row(&["-5", "-0.25", "1e-7"]), "a\n-5,-0.25,1e-7\n");
    }

    #[test]
    fn no_part_of_a_remark_becomes_a_formula_and_its_link_still_reads() {
        let link = "#v=1&log=a,=1+1,-x.swf&vary=runtime:-1,-2";
        let mut table = Csv::new(["a"]);
        table.remark(link);
        let text = table.finish();
        assert_eq!(text, "# #v=1&log=a,%3D1+1,%2Dx.swf&vary=runtime:-1,-2\na\n");
    }

    #[test]
    fn remarks_are_single_lines_above_the_table() {
        let mut table = Csv::new(["a", "b"]);
        table.remark("Subtorus 1");
        table.remark("two\nlines");
        assert_eq!(table.finish(), "# Subtorus 1\n# two lines\na,b\n");
    }

    #[test]
    fn numbers_read_back_bit_for_bit() {
        for value in [0.1 + 0.2, -0.0, 1e300, f64::MIN_POSITIVE] {
            assert_eq!(number(value).parse::<f64>().unwrap().to_bits(), value.to_bits());
        }
        assert_eq!(number(f64::NAN), "");
    }
}
