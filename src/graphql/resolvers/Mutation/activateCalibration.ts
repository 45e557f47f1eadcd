import { CandorError } from '../../../errors.ts';
import { toCalibration } from '../../calibrations.ts';
import type { MutationResolvers } from '../../generated/types.ts';
import { forgetLoaded } from '../../loaders.ts';

export const activateCalibration: NonNullable<MutationResolvers['activateCalibration']> = async (_root, { id }, { app, caller, loaders }) => {
  const [activated] = await app.calibrations.activate(caller, [id]);
  forgetLoaded(loaders);
  if (!activated) throw new CandorError('NOT_FOUND', 'There is no such calibration.', { details: { id } });
  return toCalibration(activated);
};
