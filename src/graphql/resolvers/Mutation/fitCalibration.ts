import { toCalibration } from '../../calibrations.ts';
import type { MutationResolvers } from '../../generated/types.ts';
import { forgetLoaded } from '../../loaders.ts';

export const fitCalibration: NonNullable<MutationResolvers['fitCalibration']> = async (_root, { input }, { app, caller, loaders, signal }) => {
  const { alpha, delta, method, seed, activate } = input;
  const promise = alpha === null || alpha === undefined ? null : { alpha, delta: delta ?? 0.05 };
  const fitted = await app.calibrations.fitFeedback(caller, { seed: seed ?? 1, promise, ...(method ? { method } : {}) }, signal);
  if (activate) await app.calibrations.activate(caller, fitted.map(({ id }) => id));
  forgetLoaded(loaders);
  return { calibrations: fitted.map((calibration) => toCalibration(calibration)) };
};
