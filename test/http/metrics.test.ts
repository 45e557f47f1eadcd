import { expect, test } from 'vitest';
import { CandorError } from '../../src/errors.ts';
import type { WorkspaceHealth } from '../../src/learning/health.ts';
import type { MeasuredRun } from '../../src/telemetry/measures.ts';
import { createFakeApp, otherKey, otherWorkspaceId, readerKey, workspaceId } from '../support/fakeApp.ts';
import { workspaceHealth } from '../support/fakeLearning.ts';
import { parsePrometheus } from '../support/prometheusText.ts';
import { serve } from '../support/testServer.ts';

const authorization = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

const scrape = async (url: string, key?: string) =>
  parsePrometheus(await (await fetch(`${url}/metrics`, key === undefined ? {} : authorization(key))).text());
const isSubset = (part: Record<string, string>, whole: Readonly<Record<string, string>>) =>
  Object.entries(part).every(([name, value]) => whole[name] === value);
const measured: MeasuredRun = {
  outcome: 'ABSTENTION',
  tier: 'NO_MATCH',
  stopReason: 'BELOW_GATE',
  reason: 'WEAK_EVIDENCE',
  confidence: 0.31,
  millis: 90,
  maxMillis: 2_000,
  inputTokens: 0,
  outputTokens: 0,
  modelCalls: 0,
  cost: null,
  stages: [{ stage: 'retrieve', millis: 40 }],
  degraded: ['READER'],
};

test('tells the health of a workspace in the text format of Prometheus', async () => {
  const { url } = await serve(createFakeApp());
  const response = await fetch(`${url}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const lines = (await response.text()).split('\n');
  const of = '{calibration="cal-1",language="und"}';
  const signal = '{calibration="cal-1",language="und",signal="keyword"}';
  expect(lines).toEqual(
    expect.arrayContaining([
      '# TYPE candor_health gauge',
      'candor_health 2',
      `candor_calibration_health${of} 2`,
      `candor_calibration_stale${of} 0`,
      `candor_calibration_recent_runs${of} 50`,
      `candor_signal_stability_index${signal} 0.4`,
      `candor_signal_alarm${signal} 1`,
      `candor_guarantee_judged_answers${of} 20`,
      `candor_guarantee_wrong_answers${of} 6`,
      `candor_guarantee_alpha${of} 0.05`,
      `candor_guarantee_alarm${of} 1`,
    ]),
  );
});

test('a workspace without a calibration is well, and a scrape knows nothing of the one before', async () => {
  const app = createFakeApp();
  const healths: WorkspaceHealth[] = [
    { ...workspaceHealth, status: 'WATCH', calibrations: [] },
    { ...workspaceHealth, status: 'OK', calibrations: [] },
  ];
  app.health = () => Promise.resolve(healths.shift() ?? workspaceHealth);
  const { url } = await serve(app);
  const healthOf = async () =>
    (await scrape(url)).filter(({ name }) => /candor_(?:health|calibration|signal|guarantee)/.test(name));
  expect(await healthOf()).toEqual([{ name: 'candor_health', labels: {}, value: 1 }]);
  expect(await healthOf()).toEqual([{ name: 'candor_health', labels: {}, value: 0 }]);
  expect((await healthOf()).length).toBeGreaterThan(8);
});

test('what is counted, waits and is refused stands beside it, with the ingestions at work', async () => {
  const app = createFakeApp({ admission: { ...createFakeApp().config.admission, atOnce: 7 } });
  app.measures.count(workspaceId, measured);
  app.measures.count(otherWorkspaceId, {
    ...measured,
    outcome: 'FAILED',
    tier: 'NONE',
    stopReason: 'TIMEOUT',
    confidence: null,
  });
  const samples = await scrape((await serve(app)).url);
  const value = (name: string, labels: Record<string, string> = {}) =>
    samples.find((sample) => sample.name === name && isSubset(labels, sample.labels))?.value;
  expect(value('candor_questions_total', { outcome: 'ABSTENTION', reason: 'WEAK_EVIDENCE', tier: 'NO_MATCH' })).toBe(1);
  expect(value('candor_questions_total', { outcome: 'FAILED', stop_reason: 'TIMEOUT' })).toBe(1);
  expect(value('candor_confidence_bucket', { outcome: 'ABSTENTION', le: '0.3' })).toBe(0);
  expect(value('candor_confidence_bucket', { outcome: 'ABSTENTION', le: '0.4' })).toBe(1);
  expect(value('candor_stage_seconds_sum', { stage: 'retrieve' })).toBeCloseTo(0.08);
  expect(value('candor_budget_time_share_bucket', { le: '0.1' })).toBe(2);
  expect(value('candor_degraded_total', { part: 'READER' })).toBe(2);
  expect(value('candor_admission_limit')).toBe(7);
  expect(value('candor_ingest_jobs', { state: 'QUEUED' })).toBe(2);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e6);
});

test('each outcome is told before the first question, so that the first fault is an increase', async () => {
  const text = await (await fetch(`${(await serve(createFakeApp())).url}/metrics`)).text();
  for (const outcome of ['ANSWER', 'CLARIFICATION', 'ABSTENTION', 'FAILED'])
    expect(text).toContain(`candor_question_seconds_count{outcome="${outcome}"} 0\n`);
  const untyped = [...text.matchAll(/^# TYPE (\w+_total) (\w+)$/gm)].filter(([, , type]) => type !== 'counter');
  expect(untyped.map(([line]) => line)).toEqual([]);
});

test('with the database away the counters are still told', async () => {
  const app = createFakeApp();
  app.health = () => Promise.reject(new CandorError('DATABASE_UNREACHABLE', 'gone'));
  app.measures.count(workspaceId, measured);
  const samples = await scrape((await serve(app)).url);
  expect(samples).toContainEqual({ name: 'candor_database_read', labels: {}, value: 0 });
  expect(samples.find(({ name }) => name === 'candor_questions_total')?.value).toBe(1);
});

test('the metrics key opens the whole process, an API key its workspace alone', async () => {
  const metricsKey = 'scrape-me-0123456789';
  const app = createFakeApp({ auth: 'keys', metricsKey });
  app.measures.count(workspaceId, measured);
  app.measures.count(otherWorkspaceId, measured);
  const { url } = await serve(app);
  const questions = async (key: string) =>
    (await scrape(url, key)).filter(({ name }) => name === 'candor_questions_total').map(({ value }) => value);
  expect(await questions(metricsKey)).toEqual([2]);
  expect(await questions(readerKey)).toEqual([1]);
  const names = (await scrape(url, readerKey)).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('process_'))).toEqual([]);
  expect((await fetch(`${url}/metrics`, authorization(`${metricsKey}x`))).status).toBe(401);
});

test('a key sees its own workspace; without one there is nothing to see', async () => {
  const app = createFakeApp({ auth: 'keys' });
  const { url } = await serve(app);
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
  expect((await fetch(`${url}/metrics`, authorization('ck_unknown'))).status).toBe(401);
  expect(app.seen.calls).toEqual([]);
  expect((await fetch(`${url}/metrics`, authorization(readerKey))).status).toBe(200);
  expect((await fetch(`${url}/metrics`, authorization(otherKey))).status).toBe(200);
  expect(app.seen.callers.map((caller) => caller.workspaceId)).toEqual([workspaceId, otherWorkspaceId]);
});
