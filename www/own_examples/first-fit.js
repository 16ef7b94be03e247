// First fit: the first place, in the order of node numbers, where the whole box is free.
function allocate(machine, request) {
  for (let node = 0; node < machine.nodes; node++) {
    const base = machine.coordinates(node);
    if (machine.isFree(base, request.extents)) return [{ base, extents: request.extents }];
  }
  return null;
}
