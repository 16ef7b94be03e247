//! What pictures need of a backend: any of plotters' will do.

use crate::diagnostic::Explain;
use plotters::backend::DrawingBackend;
use plotters::style::{RGBAColor, ShapeStyle, TextStyle};
use std::error::Error;

/// A backend could not draw; it says why.
#[derive(Debug, thiserror::Error)]
#[error("the picture cannot be drawn: {0}")]
pub struct DrawError(#[source] Box<dyn Error + Send + Sync>);

impl Explain for DrawError {}

impl DrawError {
    /// What a backend of plotters gave as its error.
    pub(super) fn new(error: impl Error + Send + Sync + 'static) -> DrawError {
        DrawError(Box::new(error))
    }
}

/// What drawing returns that has nothing to tell.
pub type Drawn = Result<(), DrawError>;

/// A place in whole units of a backend.
pub type Dot = (i32, i32);

/// What is drawn on. Every backend of plotters is one, and the same drawing code serves them all; one that can do more
/// than plotters asks for (an SVG document has titles, and paths of many parts) says so here.
pub trait Backend {
    /// Makes it ready; before anything else.
    fn prepare(&mut self) -> Drawn;

    /// Hands over what was drawn; after everything else.
    fn hand_over(&mut self) -> Drawn;

    /// An open line.
    fn line(&mut self, dots: &[Dot], style: &ShapeStyle) -> Drawn;

    /// A filled polygon.
    fn area(&mut self, corners: &[Dot], colour: &RGBAColor) -> Drawn;

    /// Filled rectangles of one colour, each by its upper left and its lower right corner.
    fn rectangles(&mut self, rectangles: &[[Dot; 2]], colour: &RGBAColor) -> Drawn;

    /// A line of text.
    fn text(&mut self, text: &str, style: &TextStyle, dot: Dot) -> Drawn;

    /// What is drawn until the group ends belongs together, and says `title` when it is pointed at.
    fn begin_group(&mut self, title: &str) -> Drawn;

    /// Ends the group begun last.
    fn end_group(&mut self) -> Drawn;
}

impl<B: DrawingBackend<ErrorType: 'static>> Backend for B {
    fn prepare(&mut self) -> Drawn {
        self.ensure_prepared().map_err(DrawError::new)
    }

    fn hand_over(&mut self) -> Drawn {
        self.present().map_err(DrawError::new)
    }

    fn line(&mut self, dots: &[Dot], style: &ShapeStyle) -> Drawn {
        self.draw_path(dots.iter().copied(), style).map_err(DrawError::new)
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

    fn text(&mut self, text: &str, style: &TextStyle, dot: Dot) -> Drawn {
        self.draw_text(text, style, dot).map_err(DrawError::new)
    }

    /// Plotters knows no groups: pixels have no titles.
    fn begin_group(&mut self, _title: &str) -> Drawn {
        Ok(())
    }

    fn end_group(&mut self) -> Drawn {
        Ok(())
    }
}
