import { describe, expect, it, test } from 'vitest';
import { createRandom } from '../../../src/stats.ts';
import { errorMonitor, isAlarmed, observe, type ErrorMonitor } from '../../../src/confidence/drift.ts';

const delta = 0.05;

/** The answer at which a stream alarms; null: it never does. */
function alarmAt(
  alpha: number,
  length: number,
  rateAt: (answer: number) => number,
  random: () => number,
): number | null {
  let monitor = errorMonitor(alpha);
  for (let answer = 1; answer <= length; answer += 1) {
    monitor = observe(monitor, random() < rateAt(answer));
    if (isAlarmed(monitor, delta)) return answer;
  }
  return null;
}

describe('errorMonitor', () => {
  it('bets by hand: the first answer has half of the stake, the rest waits', () => {
    const wrong = observe(errorMonitor(0.1), true);
    // Five bets of 1/10 each, worth 1.5, 2, 3, 5 and 9.5 times as much (ten times alpha is no rate, .95 is), and the half that waits.
    expect(wrong.wealth).toBeCloseTo(0.1 * (1.5 + 2 + 3 + 5 + 9.5) + 0.5, 12);
    const right = observe(errorMonitor(0.1), false);
    expect(right.wealth).toBeCloseTo((0.1 * (0.85 + 0.8 + 0.7 + 0.5 + 0.05)) / 0.9 + 0.5, 12);
    expect(right).toMatchObject({ observed: 1, wrong: 0, peak: 1 });
  });

  it.each([0.01, 0.05, 0.3, 0.99])('has a wealth that alpha = %f keeps in the mean, step by step', (alpha) => {
    let monitor: ErrorMonitor = errorMonitor(alpha);
    const random = createRandom(2);
    for (let answer = 0; answer < 50; answer += 1) {
      const [wrong, right] = [observe(monitor, true), observe(monitor, false)];
      expect((alpha * wrong.wealth + (1 - alpha) * right.wealth) / monitor.wealth).toBeCloseTo(1, 9);
      expect(wrong.wealth).toBeGreaterThanOrEqual(right.wealth);
      monitor = random() < alpha ? wrong : right;
    }
  });

  test('with the guarantee kept to the edge, at most delta of 2,000 streams ever alarm, though each is looked at after every answer', () => {
    const random = createRandom(3);
    const alarms = Array.from({ length: 2000 }, () => alarmAt(0.2, 120, () => 0.2, random)).filter(
      (at) => at !== null,
    ).length;
    expect(alarms / 2000).toBeLessThanOrEqual(delta);
    expect(alarms).toBeGreaterThan(0);
  });

  test('catches twice alpha soon', () => {
    const random = createRandom(4);
    const found = Array.from({ length: 100 }, () => alarmAt(0.1, 1000, () => 0.2, random) ?? Infinity).sort(
      (left, right) => left - right,
    );
    expect(found[50]).toBeLessThan(200);
    expect(found[95]).toBeLessThan(600);
  });

  test('catches three times alpha after a thousand good answers', () => {
    const random = createRandom(5);
    const found = Array.from(
      { length: 15 },
      () => alarmAt(0.1, 1500, (answer) => (answer <= 1000 ? 0.05 : 0.3), random) ?? Infinity,
    ).sort((left, right) => left - right);
    expect(found[7]).toBeGreaterThan(1000);
    expect(found[7]).toBeLessThan(1150);
  });

  it('keeps its alarm, and goes on after being stored', () => {
    let monitor = errorMonitor(0.05);
    for (let answer = 0; answer < 10; answer += 1) monitor = observe(monitor, true);
    const stored = JSON.parse(JSON.stringify(monitor)) as ErrorMonitor;
    expect(observe(stored, false)).toEqual(observe(monitor, false));
    for (let answer = 0; answer < 500; answer += 1) monitor = observe(monitor, false);
    expect(monitor.wealth).toBeLessThan(20);
    expect(isAlarmed(monitor, delta)).toBe(true);
    expect(isAlarmed(errorMonitor(0.05), delta)).toBe(false);
  });

  it.each([0, 1, -1, NaN])('refuses alpha = %f', (alpha) => {
    expect(() => errorMonitor(alpha)).toThrow(RangeError);
  });
});
