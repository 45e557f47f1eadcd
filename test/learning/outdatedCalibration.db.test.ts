import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { seedCalibrator } from '../../src/confidence/calibration/calibrator.ts';
import { shippedScale } from '../../src/confidence/scale.ts';
import type { CalibrationFit } from '../../src/learning/calibrations/calibration.ts';
import {
  activate,
  activeCalibrations,
  anyLanguage,
  calibratedPreset,
  type CalibrationScope,
  readCalibrations,
  saveCalibrations,
  scaleFor,
} from '../../src/learning/calibrations/store.ts';
import { readHealth } from '../../src/learning/health.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';

const fit: CalibrationFit = {
  calibrator: seedCalibrator,
  methods: [],
  eceBefore: 0.1,
  eceAfter: 0.05,
  families: 50,
  uncertainFrom: 0.6,
  confidentFrom: 0.8,
  certificate: null,
  pairs: [],
  audit: null,
  sweep: [],
  baseline: {},
};

let open: OpenTestDatabase;
let scope: CalibrationScope;
let workspaceId: string;
let ofAll: string;
let german: string;
beforeAll(async () => {
  open = await openTestDatabase();
  scope = { database: open.database, embedder: 'fake' };
});
afterAll(() => open.close());

beforeEach(async () => {
  workspaceId = await newWorkspace(open.database);
  const saved = await saveCalibrations(
    scope,
    workspaceId,
    [anyLanguage, 'de'].map((language) => ({ language, source: 'SET', fit, sampleSize: 200, dataHash: 'ab' })),
  );
  [ofAll = '', german = ''] = saved.map(({ id }) => id);
  await activate(scope, workspaceId, [ofAll, german]);
});

/** Gives a calibration in use the form that fits had before the signals were learned. */
async function makeOld(id: string, method: 'SEED' | 'LOGISTIC'): Promise<void> {
  const coefficients = method === 'SEED' ? null : { intercept: -9, margin: 1, rrfTop: 140 };
  await open.pool.query(
    `update calibration set fit = jsonb_set(fit, '{calibrator}', $1) where workspace_id = $2 and calibration_id = $3`,
    [JSON.stringify({ method, coefficients, map: null }), workspaceId, id],
  );
}

const scaleOf = (language: string) => scaleFor(scope, { workspaceId, preset: calibratedPreset, language });

it('an outdated calibration is listed as stale, and cannot be activated', async () => {
  await makeOld(ofAll, 'LOGISTIC');
  const [outdated, usable] = await readCalibrations(scope, workspaceId, [ofAll, german]);
  expect(outdated).toMatchObject({ stale: true, fit: { calibrator: { method: 'LOGISTIC' } } });
  expect(usable).toMatchObject({ stale: false });
  expect((await activeCalibrations(scope, workspaceId)).map(({ stale }) => stale)).toEqual([false, true]);
  await expect(activate(scope, workspaceId, [ofAll])).rejects.toMatchObject({
    code: 'BAD_INPUT',
    remedy: expect.stringMatching(/^Fit a new one/) as string,
  });
});

it.each(['SEED', 'LOGISTIC'] as const)('questions are judged without it: %s', async (method) => {
  await makeOld(german, method);
  expect((await scaleOf('de')).calibration).toMatchObject({ id: ofAll });
  await makeOld(ofAll, method);
  expect(await scaleOf('en')).toBe(shippedScale);
});

it('its health says that one must be fitted anew', async () => {
  await makeOld(german, 'SEED');
  expect(await readHealth(scope, workspaceId)).toMatchObject({
    status: 'WATCH',
    message: expect.stringMatching(/signals .* have changed .* Fit a new one/) as string,
    calibrations: expect.arrayContaining([expect.objectContaining({ calibrationId: german, stale: true })]) as unknown,
  });
});
