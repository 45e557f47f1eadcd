import type { GateTestResolvers } from '../generated/types.ts';

export const GateTest: GateTestResolvers = { labelsNeeded: ({ needed }) => needed };
