import { describe, expect, it, test } from 'vitest';
import { createRandom } from '../../../src/stats.ts';
import { kolmogorovTail, signalBaseline, signalBaselineSchema, signalDrift } from '../../../src/confidence/drift.ts';
import type { ConfidenceSignals } from '../../../src/confidence/signals.ts';
import { randomSignals, withoutReading } from '../calibration/syntheticLabels.ts';

const draw = (
  count: number,
  seed: number,
  change: (signals: ConfidenceSignals, index: number) => ConfidenceSignals = (signals) => signals,
): ConfidenceSignals[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => change(randomSignals(random), index));
};
const baseline = signalBaseline(draw(1000, 1));

// The limits of Smirnov's table (1948): 10 %, 5 % and 1 %.
test.each([
  [1.2238, 0.1],
  [1.3581, 0.05],
  [1.6276, 0.01],
])('the Kolmogorov distribution leaves %f beyond %f', (limit, tail) => {
  expect(kolmogorovTail(limit / 1e4, 1e8)).toBeCloseTo(tail, 4);
});

test('the Kolmogorov distribution has no more than everything beyond', () => {
  expect([kolmogorovTail(0, 50), kolmogorovTail(1, 1000)]).toEqual([1, 0]);
});

describe('signalBaseline', () => {
  it('holds deciles, and a bin for a value that fills one', () => {
    const made = signalBaseline(
      draw(100, 2, ({ quantity: _, ...signals }, index) => ({ ...signals, placeAsked: 1, keyword: (index + 1) / 100 })),
    );
    expect(made['keyword']?.cuts).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
    expect(made['keyword']?.counts).toEqual(Array.from({ length: 10 }, () => 10));
    expect(made['placeAsked']?.counts).toEqual([0, 100, 0]);
    expect(made).not.toHaveProperty('quantity');
  });

  it('survives being stored', () => {
    expect(signalBaselineSchema.parse(JSON.parse(JSON.stringify(baseline)))).toEqual(baseline);
    expect(signalBaselineSchema.safeParse({ keyword: { cuts: [0.5], counts: [3] } }).success).toBe(false);
  });
});

describe('signalDrift', () => {
  it.each([10, 100, 1000])('does not alarm over %i runs like those before', (count) => {
    const alarms = Array.from({ length: 40 }, (_, index) => signalDrift(baseline, draw(count, 100 + index))).filter(
      ({ alarm }) => alarm,
    );
    expect(alarms).toHaveLength(0);
  });

  test.each<[string, readonly string[], (signals: ConfidenceSignals, index: number) => ConfidenceSignals]>([
    ['similarity falls', ['topSimilarity'], (signals) => ({ ...signals, topSimilarity: 0.2 })],
    ['an arm is lost', ['documentShare', 'keyword'], (signals) => ({ ...signals, documentShare: 0, keyword: 0 })],
    ['what was mostly 0 is 1', ['placeAsked'], (signals) => ({ ...signals, placeAsked: 1 })],
    [
      'every second question is not read any more',
      ['reader', 'readerBest'],
      (signals, index) => (index % 2 === 0 ? signals : withoutReading(signals)),
    ],
  ])('alarms when %s', (_what, changed, change) => {
    const drift = signalDrift(baseline, draw(150, 4, change));
    expect(drift).toMatchObject({ alarm: true, recent: 150 });
    const alarmed = drift.signals.filter(({ alarm }) => alarm).map(({ signal }) => signal);
    expect(alarmed.toSorted()).toEqual(changed.toSorted());
  });

  it('lets a shift pass that is certain and does not matter', () => {
    const drift = signalDrift(
      baseline,
      draw(5000, 5, ({ keyword = 0, ...signals }) => ({ ...signals, keyword: Math.min(1, keyword + 0.07) })),
    );
    const moved = drift.signals.find(({ signal }) => signal === 'keyword');
    expect(moved?.pValue).toBeLessThan(0.0005);
    expect(moved?.stabilityIndex).toBeLessThan(0.25);
    expect(drift.alarm).toBe(false);
  });

  it('gives the stability index worked by hand', () => {
    const flag = { placeAsked: { cuts: [0], counts: [500, 500] } };
    const recent = draw(200, 6, (signals, index) => ({ ...signals, placeAsked: Number(index >= 50) }));
    const [row] = signalDrift(flag, recent).signals;
    // Shares 1/2 and 1/2 before, 50.5/201 and 150.5/201 now.
    const [low, high] = [50.5 / 201, 150.5 / 201];
    expect(row?.stabilityIndex).toBeCloseTo(
      (low - 0.5) * Math.log(low / 0.5) + (high - 0.5) * Math.log(high / 0.5),
      12,
    );
  });

  it('says nothing without runs', () => {
    expect(signalDrift(baseline, [])).toEqual({ recent: 0, alarm: false, signals: [] });
  });
});
