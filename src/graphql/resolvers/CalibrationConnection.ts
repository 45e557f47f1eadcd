import type { CalibrationConnectionResolvers } from '../generated/types.ts';

export const CalibrationConnection: CalibrationConnectionResolvers = { pageInfo: (page) => page };
