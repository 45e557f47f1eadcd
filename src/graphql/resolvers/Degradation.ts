import type { DegradationResolvers } from '../generated/types.ts';
import { withoutAddresses } from '../withoutAddresses.ts';

export const Degradation: DegradationResolvers = {
  message: ({ message }) => withoutAddresses(message),
};
