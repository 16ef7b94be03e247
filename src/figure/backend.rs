//! The backend of a picture; any of plotters' backends is one.

use super::canvas::{Anchor, Lettering, Stroke};
use crate::diagnostic::Explain;
use plotters::backend::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, FontTransform, RGBAColor, ShapeStyle};
use std::error::Error;

/// An error of a backend.
#[derive(Debug, thiserror::Error)]
#[error("the picture cannot be drawn: {0}")]
pub struct DrawError(#[source] Box<dyn Error + Send + Sync>);

impl Explain for DrawError {}

impl DrawError {
    /// The text of the error.
    pub(super) fn new(error: impl Error + Send + Sync + 'static) -> DrawError {
        DrawError(Box::new(error))
    }
}

/// The result of drawing.
pub type Drawn = Result<(), DrawError>;

/// A place in whole units of a backend.
pub type Dot = (i32, i32);

/// The font families of all text, as in CSS.
const FONT: &str = "system-ui, sans-serif";

/// What is drawn on. Every backend of plotters is one, and all share the drawing code. A backend with more features (an
/// SVG document has titles, and paths of many parts) implements them here.
pub trait Backend {
    /// Prepares it, before anything else.
    fn prepare(&mut self) -> Drawn {
        Ok(())
    }

    /// Completes the drawing, after everything else.
    fn hand_over(&mut self) -> Drawn {
        Ok(())
    }

    /// An open line. Its width is in whole units.
    fn line(&mut self, dots: &[Dot], stroke: Stroke) -> Drawn;

    /// A filled polygon.
    fn area(&mut self, corners: &[Dot], colour: &RGBAColor) -> Drawn;

    /// Filled rectangles of one colour, each by its upper left and its lower right corner.
    fn rectangles(&mut self, rectangles: &[[Dot; 2]], colour: &RGBAColor) -> Drawn;

    /// A line of text. Its size is in units.
    fn text(&mut self, text: &str, lettering: Lettering, dot: Dot) -> Drawn;

    /// Begins a group: what is drawn until its end shows `title` when it is pointed at. Neither plotters nor paper has groups.
    fn begin_group(&mut self, _title: &str) -> Drawn {
        Ok(())
    }

    /// Ends the group begun last.
    fn end_group(&mut self) -> Drawn {
        Ok(())
    }
}

impl<B: DrawingBackend<ErrorType: 'static>> Backend for B {
    fn prepare(&mut self) -> Drawn {
        self.ensure_prepared().map_err(DrawError::new)
    }

    fn hand_over(&mut self) -> Drawn {
        self.present().map_err(DrawError::new)
    }

    fn line(&mut self, dots: &[Dot], Stroke { colour, width }: Stroke) -> Drawn {
        let style = ShapeStyle { color: colour, filled: false, stroke_width: width as u32 };
        self.draw_path(dots.iter().copied(), &style).map_err(DrawError::new)
    }

    fn area(&mut self, corners: &[Dot], colour: &RGBAColor) -> Drawn {
        self.fill_polygon(corners.iter().copied(), colour).map_err(DrawError::new)
    }

    fn rectangles(&mut self, rectangles: &[[Dot; 2]], colour: &RGBAColor) -> Drawn {
        for [from, to] in rectangles {
            self.draw_rect(*from, *to, colour, true).map_err(DrawError::new)?;
        }
        Ok(())
    }

    fn text(&mut self, text: &str, lettering: Lettering, dot: Dot) -> Drawn {
        let Lettering { size, colour, anchor, bold, upwards } = lettering;
        let side = match anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let weight = if bold { FontStyle::Bold } else { FontStyle::Normal };
        let turn = if upwards { FontTransform::Rotate270 } else { FontTransform::None };
        let font = FontDesc::new(FontFamily::Name(FONT), size, weight).transform(turn);
        let style = font.color(&colour).pos(Pos::new(side, VPos::Center));
        self.draw_text(text, &style, dot).map_err(DrawError::new)
    }
}
