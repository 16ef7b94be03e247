//! Pictures over any plotters backend: plain data in, lines and text out.
//!
//! A [`Picture`] (a chart, a Gantt chart, nodes, links) knows its size and draws itself on a [`Canvas`], in CSS pixels.
//! [`svg()`] and [`pdf()`] make a document of any picture, and [`paint()`] puts it on any other backend: the browser's canvas, a
//! recorder in a test. Only the backends of plotters are used, not its coordinate systems: axes, ticks, dashes and the
//! legend are laid out here, so no browser measures text, and every backend shows the same picture.

mod backend;
mod canvas;
mod chart;
mod distribution;
mod distribution_strip;
mod gantt;
mod geometry;
mod histogram;
mod imprint;
mod link_map;
mod machine_icon;
mod machine_map;
mod numbers;
mod palette;
mod pdf;
mod placement;
#[cfg(test)]
pub(crate) mod recorder;
mod scale;
mod span;
mod svg;
mod text_width;
mod time_axis;
mod time_line;
mod wait_strip;

pub use backend::{Backend, Dot, DrawError, Drawn};
pub use canvas::{Anchor, Canvas, Lettering, Picture, SUBPIXELS, Stroke, paint};
pub use chart::{
    Area, Chart, ChartPicture, Facet, Hit, Layout, OverlapStyle, PaperSize, Point, Published, Series, Swatch,
};
pub use distribution::{Cumulative, CumulativeKey, Distributions};
pub use distribution_strip::DistributionStrip;
pub use gantt::{Bar, Gantt};
pub use geometry::{PixelPoint, Rectangle};
pub use histogram::{Bin, Histogram};
pub use imprint::Imprint;
pub use link_map::{LinkLoad, LinkMap, LinkScale};
pub use machine_icon::MachineIcon;
pub use machine_map::{
    AxesError, MachineMap, MachineSolid, MapAxes, MapJob, MapLayout, MapShape, MapStep, SolidView, WrappedDimension,
};
pub use numbers::{Unit, reading};
pub use palette::{COLOURS, Colour, DASHES, JOB_COLOURS, MARKERS, Theme};
pub use pdf::pdf;
pub use placement::{Patch, PlacementPicture};
pub use scale::Axis;
pub use span::AxisSpan;
pub use svg::{printed_svg, svg};
pub use time_axis::{Clock, TimeTicks};
pub use time_line::{HeldShare, LaneBar, Lanes, TimeCursor, TimeLayout, TimeLine, TimeStrip, ValueRange, plot_width};
pub use wait_strip::WaitStrip;
