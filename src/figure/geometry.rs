//! Geometry: places, rectangles, clipped lines and dashes.

/// A place in CSS pixels from the upper left corner.
pub type PixelPoint = (f64, f64);

/// A rectangle in CSS pixels from the upper left corner of the figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rectangle {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The right edge.
    pub right: f64,
    /// The lower edge.
    pub bottom: f64,
}

impl Rectangle {
    /// The rectangle of this size at a place, its upper left corner.
    pub fn at((left, top): PixelPoint, width: f64, height: f64) -> Rectangle {
        Rectangle { left, top, right: left + width, bottom: top + height }
    }

    /// The rectangle within that keeps `gap` from every edge.
    pub fn inset(&self, gap: f64) -> Rectangle {
        let Rectangle { left, top, right, bottom } = *self;
        Rectangle { left: left + gap, top: top + gap, right: right - gap, bottom: bottom - gap }
    }

    /// The rectangle `factor` times further from the upper left corner of the figure, and that much larger.
    pub(super) fn scaled(&self, factor: f64) -> Rectangle {
        let Rectangle { left, top, right, bottom } = *self;
        Rectangle { left: left * factor, top: top * factor, right: right * factor, bottom: bottom * factor }
    }

    /// Its middle.
    pub fn middle(&self) -> PixelPoint {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    /// Its corners, clockwise from the upper left one.
    pub fn corners(&self) -> [PixelPoint; 4] {
        let Rectangle { left, top, right, bottom } = *self;
        [(left, top), (right, top), (right, bottom), (left, bottom)]
    }

    /// Whether a place lies within, edges included.
    pub fn contains(&self, (x, y): PixelPoint) -> bool {
        x >= self.left && x <= self.right && y >= self.top && y <= self.bottom
    }
}

/// A shape around the origin, moved to a place.
pub(super) fn around((x, y): PixelPoint, shape: &[PixelPoint]) -> Vec<PixelPoint> {
    shape.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
}

/// The dashes of a line: `pattern` gives lengths of line and gap by turns, `phase` how much of it has been used before,
/// and is moved on, so that a line drawn in several parts keeps its pattern.
pub(super) fn dashes(line: &[PixelPoint], pattern: &[f64], phase: &mut f64) -> Vec<Vec<PixelPoint>> {
    let period: f64 = pattern.iter().sum();
    if line.len() < 2 || period <= 0.0 {
        return vec![line.to_vec()];
    }
    let mut strokes: Vec<Vec<PixelPoint>> = Vec::new();
    let (mut index, mut left) = position(pattern, phase.rem_euclid(period));
    if index % 2 == 0 {
        strokes.push(vec![line[0]]);
    }
    for pair in line.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let length = libm::hypot(x1 - x0, y1 - y0);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let place = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length);
            match strokes.last_mut() {
                Some(stroke) if index % 2 == 0 => stroke.push(place),
                _ => strokes.push(vec![place]),
            }
            index = (index + 1) % pattern.len();
            left = pattern[index];
        }
        left -= length - done;
        if index % 2 == 0 {
            strokes.last_mut().into_iter().for_each(|stroke| stroke.push(pair[1]));
        }
        *phase += length;
    }
    strokes
}

/// Which element of `pattern` the length `along` falls into, and how much of that element is left.
fn position(pattern: &[f64], mut along: f64) -> (usize, f64) {
    for (index, &length) in pattern.iter().enumerate() {
        if along < length {
            return (index, length - along);
        }
        along -= length;
    }
    (0, pattern[0])
}

/// The part of the line from `from` to `to` that lies within `area`, if any.
pub(super) fn clip(from: PixelPoint, to: PixelPoint, area: &Rectangle) -> Option<(PixelPoint, PixelPoint)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let depths = [
        (from.0 - area.left, to.0 - area.left),
        (area.right - from.0, area.right - to.0),
        (from.1 - area.top, to.1 - area.top),
        (area.bottom - from.1, area.bottom - to.1),
    ];
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for (first, last) in depths {
        match (first < 0.0, last < 0.0) {
            (true, true) => return None,
            (true, false) => enter = enter.max(first / (first - last)),
            (false, true) => leave = leave.min(first / (first - last)),
            (false, false) => {}
        }
    }
    let at = |part: f64| (from.0 + dx * part, from.1 + dy * part);
    let start = if enter > 0.0 { at(enter) } else { from };
    let end = if leave < 1.0 { at(leave) } else { to };
    (enter <= leave).then(|| (within(start, area), within(end, area)))
}

/// Kept within the rectangle, also where the other end is so far away that a crossing is rounded to that.
fn within((x, y): PixelPoint, area: &Rectangle) -> PixelPoint {
    (x.clamp(area.left, area.right), y.clamp(area.top, area.bottom))
}

/// The part of a polygon that lies within `area`: cut along one of its edges after the other (Sutherland and Hodgman).
pub(super) fn clipped(polygon: Vec<PixelPoint>, area: &Rectangle) -> Vec<PixelPoint> {
    let inner: [&dyn Fn(PixelPoint) -> f64; 4] =
        [&|p| p.0 - area.left, &|p| area.right - p.0, &|p| p.1 - area.top, &|p| area.bottom - p.1];
    let cut = inner.iter().fold(polygon, |polygon, depth| {
        let mut kept = Vec::with_capacity(polygon.len());
        for (index, &to) in polygon.iter().enumerate() {
            let from = polygon[(index + polygon.len() - 1) % polygon.len()];
            let (before, after) = (depth(from), depth(to));
            if (before < 0.0) != (after < 0.0) {
                let part = before / (before - after);
                kept.push((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part));
            }
            if after >= 0.0 {
                kept.push(to);
            }
        }
        kept
    });
    cut.into_iter().map(|place| within(place, area)).collect()
}

#[cfg(test)]
mod tests;
