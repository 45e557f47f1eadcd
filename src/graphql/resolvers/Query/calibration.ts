import { toCalibration } from '../../calibrations.ts';
import type { QueryResolvers } from '../../generated/types.ts';

export const calibration: NonNullable<QueryResolvers['calibration']> = async (_root, { language }, { app, caller }) => {
  const [inUse] = await app.calibrations.active(caller, language ?? 'und');
  return inUse ? toCalibration(inUse) : null;
};
