import { spentMillis } from './spentMillis.ts';

/** How long people look at something that does not move before they think that it hangs. */
export const patienceMillis = 2_000;

/** Watches something that is to move: the longest time in which it did not, on the clock or in processor time, whichever is less, since a busy machine is no fault of what runs on it. */
export function createStillness() {
  let [shown, clock, spent] = ['', performance.now(), spentMillis()];
  const stops: string[] = [];
  return {
    /** Longer stops than people bear: how long, and what stood there. */
    stops: stops as readonly string[],
    see(now: string): void {
      const still = Math.min(performance.now() - clock, spentMillis() - spent);
      if (now === shown) return;
      if (still > patienceMillis) stops.push(`${Math.round(still)} ms: ${shown}`);
      [shown, clock, spent] = [now, performance.now(), spentMillis()];
    },
  };
}
