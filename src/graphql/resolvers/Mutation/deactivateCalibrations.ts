import type { MutationResolvers } from '../../generated/types.ts';
import { forgetLoaded } from '../../loaders.ts';

export const deactivateCalibrations: NonNullable<MutationResolvers['deactivateCalibrations']> = async (_root, _input, { app, caller, loaders }) => {
  const deactivatedCount = await app.calibrations.deactivate(caller);
  forgetLoaded(loaders);
  return { deactivatedCount };
};
