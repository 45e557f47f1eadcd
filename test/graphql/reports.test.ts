import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sweepIn } from '../../src/console/pages/calibrationReport.ts';
import { calibrationReport, calibrationReportSchema } from '../../src/graphql/calibrationReport.ts';
import { healthDetails, healthDetailsSchema } from '../../src/graphql/healthDetails.ts';
import type { StoredCalibration } from '../../src/learning/calibrations/calibration.ts';
import { workspaceHealth } from '../support/fakeLearning.ts';

const certificate = {
  alpha: 0.1,
  delta: 0.05,
  threshold: 0.6,
  answered: 100,
  wrong: 3,
  upperBound: 0.08,
  coverage: 0.7,
  coverageInterval: [0.6, 0.8],
  needed: null,
  steps: [{ threshold: 0.6, answered: 100, wrong: 3, pValue: 0.01, passed: true }],
} as const;
const point = { threshold: 0.5, right: 70, wrong: 5, missed: 4, utility: 60 };
const fit = {
  certificate,
  pairs: [certificate],
  sweep: [point],
  methods: [{ method: 'PLATT', logLoss: 0.2, brier: 0.1, ece: 0.02, auroc: 0.9 }],
  audit: { questions: 40, answered: 30, wrong: 1 },
} as unknown as StoredCalibration['fit'];

describe('the JSON of the API', () => {
  it.each([
    ['calibrationReport', calibrationReportSchema],
    ['healthDetails', healthDetailsSchema],
  ])('%s is described by its JSON Schema (write it with vitest -u)', async (name, schema) => {
    const published = { $id: `${name}.json`, ...z.toJSONSchema(schema, { io: 'output' }) };
    await expect(`${JSON.stringify(published, null, 2)}\n`).toMatchFileSnapshot(`../../schema/json/${name}.json`);
  });

  it('of a calibration is as its schema says, also when the calibration is gone', () => {
    for (const stored of [{ fit }, undefined]) {
      const report = calibrationReport({ dataHash: 'ab' }, stored);
      expect(calibrationReportSchema.strict().parse(report)).toEqual(report);
    }
    expect(calibrationReport({ dataHash: 'ab' }, { fit })).toMatchObject({ version: 1, test: { alpha: 0.1 } });
  });

  it('of the health of a workspace is as its schema says', () => {
    const details = healthDetails(workspaceHealth);
    expect(healthDetailsSchema.strict().parse(JSON.parse(JSON.stringify(details)))).toEqual(details);
  });

  it('is read by the console, and left alone in another version', () => {
    const report = calibrationReport({ dataHash: 'ab' }, { fit });
    expect(sweepIn(report)).toEqual([{ threshold: 0.5, right: 70, wrong: 5, missed: 4 }]);
    expect(sweepIn({ ...report, version: 2 })).toEqual([]);
    expect(sweepIn(null)).toEqual([]);
  });
});
