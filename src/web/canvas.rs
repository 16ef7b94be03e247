//! Pictures on a canvas.

use super::explained;
use crate::figure::{Picture, SUBPIXELS, paint};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Draws a picture on `canvas`, light or dark, with `density` device pixels per CSS pixel. The backing store gets the size
/// of the picture; its size on the page is the style sheet's. Fails with the browser's message without a 2d context.
pub fn draw_on(canvas: &HtmlCanvasElement, picture: &dyn Picture, density: f64, dark: bool) -> Result<(), JsValue> {
    let (width, height) = picture.size();
    // Setting the size also clears the canvas and resets its transformation.
    canvas.set_width(libm::round(width * density) as u32);
    canvas.set_height(libm::round(height * density) as u32);
    let context = canvas.get_context("2d")?.and_then(|context| context.dyn_into::<CanvasRenderingContext2d>().ok());
    let context = context.ok_or("this browser gives the canvas no 2d context")?;
    // The backend takes whole numbers only, so it draws on a finer grid, which is scaled down to device pixels here.
    let shrink = 1.0 / f64::from(SUBPIXELS);
    context.scale(shrink, shrink)?;
    context.set_line_join("round");
    let mut backend = CanvasBackend::with_canvas_object(canvas.clone()).ok_or("the canvas cannot be drawn on")?;
    paint(picture, &mut backend, density, dark).map_err(|error| explained(&error))
}
