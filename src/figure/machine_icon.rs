//! The shape of a machine as a small picture, for a button: a plane of nodes, a cube, or the planes of a machine of more
//! dimensions side by side.

use super::backend::Drawn;
use super::canvas::{Canvas, Picture, Stroke};
use super::geometry::{PixelPoint, Rectangle};
use plotters::style::Color;

/// The icon of a machine with these extents, 44 by 30 CSS pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineIcon {
    /// The extents of its dimensions.
    pub extents: Vec<u32>,
}

const WIDTH: f64 = 44.0;
const HEIGHT: f64 = 30.0;
/// More lines than this in a direction would only be grey.
const MOST_CELLS: u32 = 8;
/// The most planes side by side; a machine of more shows these.
const MOST_PLANES: u32 = 24;

impl Picture for MachineIcon {
    fn size(&self) -> (f64, f64) {
        (WIDTH, HEIGHT)
    }

    fn draw(&self, canvas: &mut Canvas) -> Drawn {
        match *self.extents {
            [] => Ok(()),
            [length] => plane(Rectangle::at((2.0, 12.0), WIDTH - 4.0, 6.0), (length, 1), canvas),
            [rows, columns] => {
                let side = (26.0 / f64::from(rows)).min(40.0 / f64::from(columns));
                let (width, height) = (side * f64::from(columns), side * f64::from(rows));
                let corner = ((WIDTH - width) / 2.0, (HEIGHT - height) / 2.0);
                plane(Rectangle::at(corner, width, height), (columns, rows), canvas)
            }
            [x, y, z] => cube([x, y, z], canvas),
            _ => planes(&self.extents, canvas),
        }
    }
}

/// A rectangle of nodes with lines between them.
fn plane(area: Rectangle, (columns, rows): (u32, u32), canvas: &mut Canvas) -> Drawn {
    let (theme, [columns, rows]) = (canvas.theme(), [columns, rows].map(|count| count.clamp(1, MOST_CELLS)));
    canvas.rectangle(area, theme.quiet.mix(0.8))?;
    let [width, height] = [area.right - area.left, area.bottom - area.top];
    let part = |length: f64, place: u32, count: u32| length * f64::from(place) / f64::from(count);
    canvas.mesh(columns, rows, Stroke::new(theme.background, 0.7), |column, row| {
        (area.left + part(width, column, columns), area.top + part(height, row, rows))
    })
}

/// The planes of the two longest dimensions, side by side in rows.
fn planes(extents: &[u32], canvas: &mut Canvas) -> Drawn {
    let mut sorted = extents.to_vec();
    sorted.sort_unstable();
    sorted.reverse();
    let count = sorted[2..].iter().product::<u32>().clamp(1, MOST_PLANES);
    let rows = (f64::from(count) / 2.0).sqrt().ceil() as u32;
    let columns = count.div_ceil(rows);
    let (width, height) = (40.0 / f64::from(columns), 26.0 / f64::from(rows));
    for number in 0..count {
        let (row, column) = (f64::from(number / columns), f64::from(number % columns));
        let area = Rectangle::at((2.0 + column * width, 2.0 + row * height), width - 1.6, height - 1.6);
        plane(area, ((sorted[0] / 2).min(4), (sorted[1] / 2).min(4)), canvas)?;
    }
    Ok(())
}

/// A box seen from above one of its edges, with three shades.
fn cube(extents: [u32; 3], canvas: &mut Canvas) -> Drawn {
    let longest = f64::from(extents.into_iter().max().unwrap_or(1).max(1));
    let sides = extents.map(|extent| (f64::from(extent) / longest).max(0.25));
    let cells = extents.map(|extent| extent.clamp(1, 5));
    let place = |[x, y, z]: [f64; 3]| -> PixelPoint {
        (22.0 + 13.0 * (x - y), 7.0 + 6.5 * (x + y) + 13.0 * (sides[2] - z) - 4.0)
    };
    // Each face: the corner, its two edges, and how dark it is.
    let faces =
        [([0.0, 0.0, sides[2]], 0, 1, 0.45), ([0.0, sides[1], 0.0], 0, 2, 0.75), ([sides[0], 0.0, 0.0], 1, 2, 1.0)];
    let theme = canvas.theme();
    for (corner, one, other, shade) in faces {
        let at = |along: f64, up: f64| {
            let mut point = corner;
            point[one] += along * sides[one];
            point[other] += up * sides[other];
            place(point)
        };
        canvas.area(&[at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)], theme.quiet.mix(shade))?;
        let part = |place: u32, axis: usize| f64::from(place) / f64::from(cells[axis]);
        let line = Stroke::new(theme.background, 0.6);
        canvas.mesh(cells[one], cells[other], line, |u, v| at(part(u, one), part(v, other)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::recorder::{Mark, record};

    /// The extents of the known machines: figures know no machines.
    const EXTENTS: [&[u32]; 6] =
        [&[2, 2, 2, 4, 4, 8], &[16, 22], &[64, 64], &[8, 12, 16, 16, 2], &[16, 16, 16], &[24, 18, 17, 2, 3, 2]];

    #[test]
    fn an_icon_lies_within_its_frame() {
        for extents in EXTENTS {
            let marks = record(&MachineIcon { extents: extents.to_vec() }, false).marks;
            assert!((2..400).contains(&marks.len()), "{extents:?}: {}", marks.len());
            for mark in marks {
                let places = match mark {
                    Mark::Area { corners, .. } => corners,
                    Mark::Line { places, .. } => places,
                    _ => continue,
                };
                for (x, y) in places {
                    assert!((0.0..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y), "{extents:?}: {x} {y}");
                }
            }
        }
    }
}
