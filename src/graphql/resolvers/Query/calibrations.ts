import { toCalibration } from '../../calibrations.ts';
import type { QueryResolvers } from '../../generated/types.ts';
import { toPageRequest } from '../../inputs.ts';

export const calibrations: NonNullable<QueryResolvers['calibrations']> = async (_root, page, { app, caller }) => {
  const found = await app.calibrations.list(caller, toPageRequest(page));
  return { ...found, nodes: found.nodes.map((calibration) => toCalibration(calibration)) };
};
