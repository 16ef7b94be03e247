//! Sums over windows around a torus.

/// Replaces each value by the sum of those from `before` steps before it to `after` steps behind it along an axis, each
/// counted once. The values are those of a torus with these sides, the first axis fastest. Cost: O(values).
pub fn cyclic_sums(values: &mut [u32], dims: [u32; 3], axis: usize, before: u32, after: u32) {
    let side = dims[axis] as usize;
    let stride = dims[..axis].iter().product::<u32>() as usize;
    // A window around the whole ring has each value once, wherever it begins.
    let is_whole = (before + after) as usize + 1 >= side;
    let (before, after) = if is_whole { (side - 1, 0) } else { (before as usize, after as usize) };
    let mut line = Vec::with_capacity(side + before + after);
    for start in (0..values.len()).step_by(stride * side).flat_map(|slab| slab..slab + stride) {
        let around = (side - before..side).chain(0..side).chain(0..after);
        line.clear();
        line.extend(around.map(|place| values[start + place * stride]));
        let mut sum: u32 = line[..before + after].iter().sum();
        for place in 0..side {
            sum += line[place + before + after];
            values[start + place * stride] = sum;
            sum -= line[place];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_are_those_of_the_definition(
            dims in prop::array::uniform3(1u32..6), axis in 0usize..3, before in 0u32..6, after in 0u32..6,
            seeds in prop::collection::vec(0u32..9, 125),
        ) {
            let volume = dims.iter().product::<u32>() as usize;
            let (before, after) = (before % dims[axis], after % dims[axis]);
            let mut values = seeds[..volume].to_vec();
            cyclic_sums(&mut values, dims, axis, before, after);
            let place = |at: [u32; 3]| (at[0] + dims[0] * (at[1] + dims[1] * at[2])) as usize;
            for cell in 0..volume as u32 {
                let at = [cell % dims[0], cell / dims[0] % dims[1], cell / dims[0] / dims[1]];
                let mut steps: Vec<u32> = (0..=before + after).map(|step| (at[axis] + dims[axis] - before + step) % dims[axis]).collect();
                steps.sort_unstable();
                steps.dedup();
                let sum: u32 = steps.into_iter().map(|step| { let mut at = at; at[axis] = step; seeds[place(at)] }).sum();
                prop_assert_eq!(values[cell as usize], sum);
            }
        }
    }
}
