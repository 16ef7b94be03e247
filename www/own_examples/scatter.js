// The first free nodes, wherever they are. No job waits while enough processors are free.
function allocate(machine, request) {
  const nodes = [];
  for (let node = 0; nodes.length < request.processors; node++) {
    if (machine.free[node]) nodes.push(node);
  }
  return nodes;
}

// A job gets the processors that it asks for, not the whole box around them.
function effective(request) {
  return request.processors;
}
