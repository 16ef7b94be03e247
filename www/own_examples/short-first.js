// The job with the shortest estimate first, but none waits for ever:
// each hour of waiting counts as ten minutes less.
function key(job, now, queue) {
  return job.estimate - job.waited / 6;
}
