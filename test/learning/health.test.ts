import { describe, expect, it } from 'vitest';
import type { ConfidenceSignals } from '../../src/confidence/signals.ts';
import { signalBaseline } from '../../src/confidence/drift.ts';
import type { Feedback } from '../../src/learning/feedback/feedback.ts';
import { type ActiveCalibration, judgeCalibration, toWorkspaceHealth } from '../../src/learning/health.ts';
import type { RunDigest } from '../../src/learning/runDigest.ts';
import { answered, judged, runLike, said } from './judged.ts';

const activatedAt = new Date('2026-01-01T00:00:00.000Z');
const at = (minute: number) => new Date(activatedAt.getTime() + minute * 60_000);
const signals = runLike('r').signals ?? {};
/** Signals that differ from run to run in one thing. */
const withKeyword = (keyword: number): ConfidenceSignals => ({ ...signals, keyword });
const run = (minute: number, changes: Partial<RunDigest> = {}) =>
  runLike(`run ${minute}`, {
    ...answered,
    calibrationId: 'cal',
    createdAt: at(minute),
    signals: withKeyword((minute % 10) / 10),
    ...changes,
  });
const runs = (count: number, changes: (minute: number) => Partial<RunDigest> = () => ({})) =>
  Array.from({ length: count }, (_, minute) => run(minute, changes(minute)));

const baseline = signalBaseline(runs(300).flatMap((each) => each.signals ?? []));
const certificate = {
  alpha: 0.05,
  delta: 0.05,
  threshold: 0.6,
  answered: 200,
  wrong: 2,
  upperBound: 0.03,
  coverage: 0.7,
  coverageInterval: [0.6, 0.8],
  steps: [],
  needed: null,
};
const calibration = {
  id: 'cal',
  language: 'und',
  stale: false,
  activatedAt,
  fit: { baseline, certificate },
} as unknown as ActiveCalibration;
const judgements = (
  verdicts: readonly Feedback['verdict'][],
  changes: (minute: number) => Partial<RunDigest> = () => ({}),
) => verdicts.map((verdict, minute) => judged(run(minute, changes(minute)), said(verdict)));
const repeated = (count: number, verdict: Feedback['verdict']) => Array.from({ length: count }, () => verdict);

describe('the signals', () => {
  it('are OK while questions are like those of the calibration', () => {
    expect(judgeCalibration(calibration, runs(100), [])).toMatchObject({
      status: 'OK',
      recentRuns: 100,
      errors: { answered: 0, wrong: 0, wealth: 1, alarmed: false },
    });
  });

  it('alarm when one of them has moved, and name it first', () => {
    const health = judgeCalibration(
      calibration,
      runs(100, () => ({ signals: withKeyword(0) })),
      [],
    );
    expect(health).toMatchObject({
      status: 'ALARM',
      signals: [
        { signal: 'keyword', alarm: true },
        ...Array.from({ length: Object.keys(withKeyword(0)).length - 1 }, () => ({ alarm: false })),
      ],
    });
    expect(toWorkspaceHealth([health], activatedAt).message).toMatch(
      /no longer like those of the calibration \(keyword\): its guarantee is withdrawn/,
    );
  });

  it('are of the newest 200 runs that the calibration decided on, since it was activated', () => {
    const moved = { signals: withKeyword(0) };
    expect(judgeCalibration(calibration, [...runs(200), ...runs(300, () => moved)], [])).toMatchObject({
      status: 'OK',
      recentRuns: 200,
    });
    for (const changes of [
      { calibrationId: 'another' },
      { calibrationId: null },
      { createdAt: at(-1) },
      { mode: 'CURATED' },
      { signals: null },
    ]) {
      expect(
        judgeCalibration(
          calibration,
          runs(100, () => ({ ...moved, ...changes })),
          [],
        ),
      ).toMatchObject({ status: 'OK', recentRuns: 0, signals: [] });
    }
  });

  it('of fewer than 30 runs tell nothing', () => {
    expect(
      judgeCalibration(
        calibration,
        runs(29, () => ({ signals: withKeyword(0) })),
        [],
      ),
    ).toMatchObject({ status: 'OK', recentRuns: 29, signals: [] });
    expect(
      judgeCalibration(
        calibration,
        runs(30, () => ({ signals: withKeyword(0) })),
        [],
      ).signals,
    ).not.toEqual([]);
  });
});

describe('the errors', () => {
  it('stay quiet while they are as promised', () => {
    expect(
      judgeCalibration(calibration, [], judgements([...repeated(40, 'CORRECT'), 'WRONG', ...repeated(40, 'CORRECT')])),
    ).toMatchObject({ status: 'OK', errors: { answered: 81, wrong: 1, alarmed: false } });
  });

  it('alarm when more are wrong than was promised, whatever kind of wrong', () => {
    const health = judgeCalibration(
      calibration,
      [],
      judgements([...repeated(6, 'CORRECT'), 'WRONG', 'INCOMPLETE', 'SHOULD_HAVE_REFUSED', 'WRONG', 'WRONG', 'WRONG']),
    );
    expect(health).toMatchObject({ status: 'ALARM', errors: { answered: 12, wrong: 6, alarmed: true } });
    expect(toWorkspaceHealth([health], activatedAt).message).toMatch(/^6 of 12 judged answers were wrong/);
  });

  it('begin to be watched before they alarm', () => {
    const statuses = Array.from(
      { length: 5 },
      (_, wrong) =>
        judgeCalibration(calibration, [], judgements([...repeated(4, 'CORRECT'), ...repeated(wrong, 'WRONG')])).status,
    );
    expect(statuses[0]).toBe('OK');
    expect(statuses).toContain('WATCH');
    expect(statuses.indexOf('ALARM')).toBeGreaterThan(statuses.indexOf('WATCH'));
  });

  it('are of answers that were promised something: not of those from below the gate that was tested', () => {
    const wrong = (gate: number | null) =>
      judgeCalibration(
        calibration,
        [],
        judgements(repeated(6, 'WRONG'), () => ({ gate })),
      );
    for (const gate of [null, 0.6, 0.8])
      expect(wrong(gate)).toMatchObject({ status: 'ALARM', errors: { answered: 6, wrong: 6 } });
    expect(wrong(0.59)).toMatchObject({ status: 'OK', errors: { answered: 0, wrong: 0 } });
  });

  it('are of answers on which a majority agrees, in the order in which they were asked', () => {
    const tied = judged(run(1), said('WRONG'), said('CORRECT'));
    const refused = judged(run(2, { outcome: 'ABSTENTION' }), said('CORRECT'));
    const elsewhere = judged(run(3, { calibrationId: 'another' }), said('WRONG'));
    expect(judgeCalibration(calibration, [], [tied, refused, elsewhere])).toMatchObject({ errors: { answered: 0 } });
    const newestFirst = judgements([...repeated(30, 'CORRECT'), ...repeated(4, 'WRONG')]).reverse();
    expect(judgeCalibration(calibration, [], newestFirst).errors?.wealth).toBe(
      judgeCalibration(calibration, [], newestFirst.toReversed()).errors?.wealth,
    );
  });

  it('are not tested where nothing is promised', () => {
    for (const none of [null, { ...certificate, threshold: null }]) {
      const without = { ...calibration, fit: { ...calibration.fit, certificate: none } } as ActiveCalibration;
      expect(judgeCalibration(without, [], judgements(repeated(9, 'WRONG')))).toMatchObject({
        status: 'OK',
        errors: null,
      });
    }
  });
});

describe('a workspace', () => {
  it('without a calibration is OK, and says what that means', () => {
    expect(toWorkspaceHealth([], activatedAt)).toEqual({
      status: 'OK',
      message: expect.stringContaining('nothing is guaranteed') as string,
      checkedAt: activatedAt,
      calibrations: [],
    });
  });

  it('is as its worst calibration; a stale one is watched, and alarms no more', () => {
    const [fine, alarmed] = [
      judgeCalibration(calibration, runs(100), []),
      judgeCalibration(calibration, [], judgements(repeated(9, 'WRONG'))),
    ];
    const stale = judgeCalibration({ ...calibration, stale: true }, [], judgements(repeated(9, 'WRONG')));
    expect(stale.status).toBe('WATCH');
    expect(toWorkspaceHealth([fine, stale], activatedAt)).toMatchObject({
      status: 'WATCH',
      message: expect.stringContaining('Fit a new one') as string,
    });
    expect(toWorkspaceHealth([fine, stale, alarmed], activatedAt).status).toBe('ALARM');
    expect(toWorkspaceHealth([fine], activatedAt)).toMatchObject({
      status: 'OK',
      message: 'Nothing speaks against the calibrations in use.',
    });
  });
});
