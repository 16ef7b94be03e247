// The jobs of users with few waiting jobs first;
// of these, the one that has waited longest.
function key(job, now, queue) {
  const others = queue.filter((other) => other.user === job.user).length;
  return others - job.waited / (now + 1);
}
