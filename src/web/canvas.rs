//! A chart on a canvas.

use crate::figure::{Chart, Highlight, Layout, SUBPIXELS, Style, Surface, draw, height};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Draws `chart` on `canvas`, whose backing store takes on the size of the figure in device pixels; its size on the page
/// is the style sheet's business. Fails with the browser's words when the canvas has no 2d context.
pub fn draw_on(
    canvas: &HtmlCanvasElement,
    chart: &Chart,
    style: &Style,
    highlight: Option<Highlight>,
) -> Result<Layout, String> {
    // Setting the size also clears the canvas and undoes the transformation of the last drawing.
    canvas.set_width(style.width.max(1));
    canvas.set_height(height(chart, style));
    let context = canvas.get_context("2d").map_err(|error| format!("{error:?}"))?;
    let context: CanvasRenderingContext2d =
        context.and_then(|context| context.dyn_into().ok()).ok_or("this browser gives the canvas no 2d context")?;
    // The backend takes whole numbers only, so it draws on a finer grid that is shrunk to device pixels here.
    let shrink = 1.0 / f64::from(SUBPIXELS);
    context.scale(shrink, shrink).map_err(|error| format!("{error:?}"))?;
    context.set_line_join("round");
    let mut backend = CanvasBackend::with_canvas_object(canvas.clone()).ok_or("the canvas cannot be drawn on")?;
    draw(chart, style, highlight, Surface { backend: &mut backend, units: SUBPIXELS, font_divisor: 1.0 })
}
