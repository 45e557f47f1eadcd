/*
 * No test holds anything against the time of day: a machine that is busy elsewhere makes that run on. These two stand still while the process is not let run.
 */

/** Milliseconds of processor time that this process has taken: for what only calculates. */
export function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

// Those of the process, though a test may have taken them in its hands.
const { setInterval } = globalThis;
const now = performance.now.bind(performance);

/** Of a wait no more counts between two looks: what takes longer is work, or a process that was not let run. */
const tickMillis = 5;
let waited = 0;
let last: number | undefined;

function look(): void {
  const at = now();
  waited += Math.min(at - (last ?? at), tickMillis);
  last = at;
}

/** Milliseconds that this process has waited, as its event loop counts them: for what must end soon after something, such as a deadline. */
export function loopNow(): number {
  if (last === undefined) setInterval(look, tickMillis).unref();
  look();
  return waited;
}
