import { spentMillis } from './spentMillis.ts';

/**
 * Watches something that is to move: the longest time in which it did not, on the clock or in processor time, whichever is less, since a busy machine is no fault of what runs on it.
 * People bear 2 s. Machines differ by a factor of two and more from one hour to the next, so a test holds the longest stop against a multiple of that, or against the whole.
 */
export function createStillness() {
  let [shown, clock, spent] = ['', performance.now(), spentMillis()];
  let [longest, all, during] = [0, 0, ''];
  return {
    see(now: string): void {
      if (now === shown) return;
      const still = Math.min(performance.now() - clock, spentMillis() - spent);
      all += still;
      if (still > longest) [longest, during] = [still, shown];
      [shown, clock, spent] = [now, performance.now(), spentMillis()];
    },
    /** In milliseconds: the longest stop, with what stood there, and all that was watched. */
    longest: () => ({ longest, during, all }),
  };
}
