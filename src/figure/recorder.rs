//! A backend for tests that records the drawing operations.

use super::backend::{Backend, Dot, Drawn};
use super::canvas::{Anchor, Lettering, Picture, SUBPIXELS, Stroke, paint};
use super::geometry::{PixelPoint, Rectangle};
use super::palette::Colour;
use plotters::style::{Color, RGBAColor};

/// Something drawn, in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    Line {
        places: Vec<PixelPoint>,
        colour: Colour,
        alpha: f64,
        width: f64,
    },
    Area {
        corners: Vec<PixelPoint>,
        colour: Colour,
        alpha: f64,
    },
    /// All that were drawn at once.
    Rectangles {
        areas: Vec<Rectangle>,
        colour: Colour,
        alpha: f64,
    },
    Text {
        text: String,
        place: PixelPoint,
        colour: Colour,
        size: f64,
        anchor: Anchor,
        bold: bool,
        upwards: bool,
    },
    Group {
        title: String,
    },
    EndOfGroup,
}

/// The operations of drawing a picture, and its layout, if a test asks for it.
pub struct Recording<L = ()> {
    pub marks: Vec<Mark>,
    pub layout: L,
}

/// Draws a picture and returns everything that was drawn, in its order.
pub fn record(picture: &dyn Picture, dark: bool) -> Recording {
    let mut recorder = Recorder(Vec::new());
    paint(picture, &mut recorder, 1.0, dark).unwrap();
    Recording { marks: recorder.0, layout: () }
}

impl<L> Recording<L> {
    /// The lines of this colour: their places, strength and width.
    pub fn lines(&self, wanted: Colour) -> Vec<(Vec<PixelPoint>, f64, f64)> {
        let line = |mark: &Mark| match mark {
            Mark::Line { places, colour, alpha, width } if *colour == wanted => Some((places.clone(), *alpha, *width)),
            _ => None,
        };
        self.marks.iter().filter_map(line).collect()
    }

    /// The filled polygons of this colour: their corners and strength.
    pub fn areas(&self, wanted: Colour) -> Vec<(Vec<PixelPoint>, f64)> {
        let area = |mark: &Mark| match mark {
            Mark::Area { corners, colour, alpha } if *colour == wanted => Some((corners.clone(), *alpha)),
            _ => None,
        };
        self.marks.iter().filter_map(area).collect()
    }

    /// The rectangles of this colour, one list for those drawn at once, with their strength.
    pub fn rectangles(&self, wanted: Colour) -> Vec<(Vec<Rectangle>, f64)> {
        let rectangles = |mark: &Mark| match mark {
            Mark::Rectangles { areas, colour, alpha } if *colour == wanted => Some((areas.clone(), *alpha)),
            _ => None,
        };
        self.marks.iter().filter_map(rectangles).collect()
    }

    /// The texts and their places.
    pub fn texts(&self) -> Vec<(&str, PixelPoint)> {
        let text = |mark| match mark {
            &Mark::Text { ref text, place, .. } => Some((text.as_str(), place)),
            _ => None,
        };
        self.marks.iter().filter_map(text).collect()
    }

    /// Whether this text is there, word by word.
    pub fn says(&self, wanted: &str) -> bool {
        self.texts().iter().any(|(text, _)| *text == wanted)
    }
}

struct Recorder(Vec<Mark>);

fn pixels(units: f64) -> f64 {
    units / f64::from(SUBPIXELS)
}

fn place((x, y): Dot) -> PixelPoint {
    (pixels(x.into()), pixels(y.into()))
}

fn ink(colour: &impl Color) -> (Colour, f64) {
    let (red, green, blue) = colour.rgb();
    (plotters::style::RGBColor(red, green, blue), colour.alpha())
}

impl Backend for Recorder {
    fn prepare(&mut self) -> Drawn {
        assert!(self.0.is_empty());
        Ok(())
    }

    fn hand_over(&mut self) -> Drawn {
        let begun = self.0.iter().filter(|mark| matches!(mark, Mark::Group { .. })).count();
        let ended = self.0.iter().filter(|mark| **mark == Mark::EndOfGroup).count();
        assert_eq!(begun, ended);
        Ok(())
    }

    fn line(&mut self, dots: &[Dot], stroke: Stroke) -> Drawn {
        let (colour, alpha) = ink(&stroke.colour);
        let places = dots.iter().copied().map(place).collect();
        self.0.push(Mark::Line { places, colour, alpha, width: pixels(stroke.width) });
        Ok(())
    }

    fn area(&mut self, corners: &[Dot], colour: &RGBAColor) -> Drawn {
        let (colour, alpha) = ink(colour);
        self.0.push(Mark::Area { corners: corners.iter().copied().map(place).collect(), colour, alpha });
        Ok(())
    }

    fn rectangles(&mut self, rectangles: &[[Dot; 2]], colour: &RGBAColor) -> Drawn {
        let (colour, alpha) = ink(colour);
        let area = |corners: &[Dot; 2]| {
            let [(left, top), (right, bottom)] = corners.map(place);
            Rectangle { left, top, right, bottom }
        };
        self.0.push(Mark::Rectangles { areas: rectangles.iter().map(area).collect(), colour, alpha });
        Ok(())
    }

    fn text(&mut self, text: &str, lettering: Lettering, dot: Dot) -> Drawn {
        let Lettering { size, colour, anchor, bold, upwards } = lettering;
        let (text, place, size) = (text.to_string(), place(dot), pixels(size));
        self.0.push(Mark::Text { text, place, colour, size, anchor, bold, upwards });
        Ok(())
    }

    fn begin_group(&mut self, title: &str) -> Drawn {
        self.0.push(Mark::Group { title: title.to_string() });
        Ok(())
    }

    fn end_group(&mut self) -> Drawn {
        self.0.push(Mark::EndOfGroup);
        Ok(())
    }
}
