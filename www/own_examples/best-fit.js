// Best fit: of all free places for the box, the one with the fewest free nodes around it.
function allocate(machine, request) {
  let best = null;
  let least = Infinity;
  for (let node = 0; node < machine.nodes; node++) {
    const base = machine.coordinates(node);
    if (!machine.isFree(base, request.extents)) continue;
    const beside = freeBeside(machine, base, request.extents);
    if (beside < least) [best, least] = [base, beside];
  }
  return best && [{ base: best, extents: request.extents }];
}

// The number of free nodes that touch a side of the box, one layer deep on each side.
function freeBeside(machine, base, extents) {
  let count = 0;
  for (let dimension = 0; dimension < base.length; dimension++) {
    for (const step of [-1, extents[dimension]]) {
      const layer = base.slice();
      layer[dimension] += step;
      const length = machine.extents[dimension];
      if (machine.rings[dimension]) layer[dimension] = (layer[dimension] + length) % length;
      if (layer[dimension] < 0 || layer[dimension] >= length) continue;
      count += freeNodes(machine, layer, extents, dimension, 0);
    }
  }
  return count;
}

// The free nodes of a box of one layer in a dimension.
function freeNodes(machine, place, extents, flat, dimension) {
  if (dimension === place.length) return machine.free[machine.node(place)];
  if (dimension === flat) return freeNodes(machine, place, extents, flat, dimension + 1);
  let count = 0;
  for (let step = 0; step < extents[dimension]; step++) {
    const next = place.slice();
    next[dimension] = (place[dimension] + step) % machine.extents[dimension];
    count += freeNodes(machine, next, extents, flat, dimension + 1);
  }
  return count;
}
