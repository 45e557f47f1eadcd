import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveRun } from '../../src/agent/runs/runs.ts';
import { type Run } from '../../src/agent/state/run.ts';
import { seedCalibrator } from '../../src/confidence/calibration/calibrator.ts';
import { signalBaseline } from '../../src/confidence/drift.ts';
import type { ConfidenceSignals } from '../../src/confidence/signals.ts';
import { newId } from '../../src/db/statement.ts';
import type { CalibrationFit } from '../../src/learning/calibrations/calibration.ts';
import { activate, saveCalibrations, type CalibrationScope } from '../../src/learning/calibrations/store.ts';
import { labelsFromFeedback } from '../../src/learning/feedback/feedback.ts';
import { recordFeedback } from '../../src/learning/feedback/feedbackVerbs.ts';
import { readHealth, recentHealth } from '../../src/learning/health.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { confidence, runOf } from '../support/fake/outcomes.ts';

let open: OpenTestDatabase;
let first: string;
let second: string;
let calibrationId: string;
const scopeOf = (embedder = 'fake'): CalibrationScope => ({ database: open.database, embedder });
const adminOf = (workspaceId: string, keyId: string | null = null): Caller => ({
  workspaceId,
  role: 'ADMIN',
  accessGroups: null,
  keyId,
});

const signalsOf = (minute: number): ConfidenceSignals => ({ ...confidence.signals, keyword: (minute % 10) / 10 });
const certificate = {
  alpha: 0.05,
  delta: 0.05,
  threshold: 0.6,
  answered: 200,
  wrong: 2,
  upperBound: 0.03,
  coverage: 0.7,
  coverageInterval: [0.6, 0.8] as [number, number],
  steps: [],
  needed: null,
};
const fit: CalibrationFit = {
  calibrator: seedCalibrator,
  methods: [],
  eceBefore: 0.1,
  eceAfter: 0.05,
  families: 50,
  uncertainFrom: 0.6,
  confidentFrom: 0.8,
  certificate,
  pairs: [],
  audit: null,
  sweep: [],
  baseline: signalBaseline(Array.from({ length: 200 }, (_, minute) => signalsOf(minute))),
};

/** An answer that the calibration decided on. */
async function answerIn(workspaceId: string, minute: number, signals = signalsOf(minute)): Promise<string> {
  const id = newId();
  const calibration = { id: calibrationId } as unknown as NonNullable<typeof confidence.calibration>;
  const result = {
    type: 'Answer',
    usage: runOf(id).usage,
    mode: 'EXTRACTIVE',
    text: 'It is so.',
    citations: [],
    claims: [],
    droppedClaims: [],
    conflicts: [],
    notices: [],
    confidence: { ...confidence, signals, calibration },
  } as unknown as Run['result'];
  await saveRun(open.database, workspaceId, {
    ...runOf(id),
    question: `question ${minute}`,
    createdAt: new Date(),
    gate: { caution: 'BALANCED', setTo: null, uncertainFrom: certificate.threshold },
    result,
  });
  return id;
}

beforeAll(async () => {
  open = await openTestDatabase();
  first = await newWorkspace(open.database);
  second = await newWorkspace(open.database);
  const [saved] = await saveCalibrations(scopeOf(), first, [
    { language: 'und', source: 'SET', fit, sampleSize: 200, dataHash: 'ab' },
  ]);
  calibrationId = saved?.id ?? '';
});
afterAll(() => open.close());

it('is OK, without calibrations, until one is activated', async () => {
  expect(await readHealth(scopeOf(), first)).toMatchObject({ status: 'OK', calibrations: [] });
  expect(await recentHealth(scopeOf(), first)).toMatchObject({ calibrations: [] });
  await activate(scopeOf(), first, [calibrationId]);
  // What is activated is seen at once, however young the last look is.
  expect(await recentHealth(scopeOf(), first)).toMatchObject({
    status: 'OK',
    calibrations: [{ calibrationId, language: 'und', stale: false, recentRuns: 0, errors: { answered: 0 } }],
  });
});

it("reads the signals of the workspace's own runs since then, and what was said of them", async () => {
  for (let minute = 0; minute < 40; minute += 1) {
    const runId = await answerIn(first, minute);
    await answerIn(second, minute, { ...signalsOf(minute), keyword: 0 });
    if (minute % 2 === 0) await recordFeedback(open.database, adminOf(first), { runId, verdict: 'CORRECT' });
  }
  expect(await readHealth(scopeOf(), first)).toMatchObject({
    status: 'OK',
    calibrations: [{ recentRuns: 40, errors: { answered: 20, wrong: 0 } }],
  });
  expect(await readHealth(scopeOf(), second)).toMatchObject({ status: 'OK', calibrations: [] });
});

it('alarms when judged answers are wrong, and looks again after a minute only', async () => {
  await recentHealth(scopeOf(), first);
  const before = await recentHealth(scopeOf(), first);
  for (let minute = 40; minute < 50; minute += 1)
    await recordFeedback(open.database, adminOf(first), { runId: await answerIn(first, minute), verdict: 'WRONG' });
  expect(await readHealth(scopeOf(), first)).toMatchObject({
    status: 'ALARM',
    calibrations: [{ status: 'ALARM', errors: { answered: 30, wrong: 10, alarmed: true } }],
  });
  expect(await recentHealth(scopeOf(), first)).toBe(before);
  expect(await recentHealth({ ...scopeOf(), database: { ...open.database } }, first)).toBe(before);
});

it('labels what was judged, by preset and embedder, for the workspace alone', async () => {
  const { labels, leftOut } = await labelsFromFeedback(open.database, adminOf(first), {
    preset: 'CANDOR',
    embedder: 'fake',
  });
  expect([labels.length, labels.filter(({ right }) => right).length]).toEqual([30, 20]);
  expect(labels[0]?.signals).toEqual(signalsOf(49));
  expect(leftOut).toEqual({ tied: 0, curated: 0, otherScope: 0, withoutSignals: 0 });
  expect(
    (await labelsFromFeedback(open.database, adminOf(first), { preset: 'CANDOR', embedder: 'another' })).labels,
  ).toEqual([]);
  expect(
    (await labelsFromFeedback(open.database, adminOf(second), { preset: 'CANDOR', embedder: 'fake' })).labels,
  ).toEqual([]);
});

it('watches a calibration of another embedder, which is not used', async () => {
  expect(await readHealth(scopeOf('another'), first)).toMatchObject({
    status: 'WATCH',
    calibrations: [{ stale: true }],
  });
});
