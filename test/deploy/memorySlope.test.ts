import { expect, it } from 'vitest';
import { memorySlope } from '../../bench/memorySlope.ts';
import { createRandom } from '../../src/stats.ts';

const megabyte = 1e6;
const samples = (length: number, bytes: (seconds: number) => number) =>
  Array.from({ length }, (_, seconds) => ({ seconds, bytes: bytes(seconds) }));

it('reads the slope of a line, and leaves the warm-up out', () => {
  const growing = samples(1_800, (seconds) => (seconds < 600 ? 1_000 : 500 + (seconds - 600) / 360) * megabyte);
  const slope = memorySlope(growing, 600);
  expect(slope?.percentAnHour).toBeCloseTo(2, 6);
  expect(slope?.fromBytes).toBeCloseTo(500 * megabyte, -3);
});

it('the interval covers a level memory about 19 times in 20, although samples depend on each other', () => {
  let covered = 0;
  for (let seed = 0; seed < 200; seed += 1) {
    const random = createRandom(seed);
    let drift = 0;
    const level = samples(1_800, () => {
      // What a collection frees is seen in the samples after it: each keeps .9 of the one before.
      drift = 0.9 * drift + (random() - 0.5) * 20;
      return (500 + drift) * megabyte;
    });
    const [low, high] = memorySlope(level, 600)?.interval ?? [NaN, NaN];
    if (low <= 0 && high >= 0) covered += 1;
  }
  expect(covered).toBeGreaterThanOrEqual(180);
  expect(covered).toBeLessThan(200);
});

it('says nothing of a run too short for twenty blocks', () => {
  expect(
    memorySlope(
      samples(50, () => megabyte),
      20,
    ),
  ).toBeNull();
});
