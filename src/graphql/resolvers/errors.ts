import { asErrorCode, asUserErrorCode } from '../errors.ts';
import type { Resolvers } from '../generated/types.ts';

export const errorResolvers: Resolvers = {
  UserError: { code: ({ code }) => asUserErrorCode(code), field: ({ field }) => field ?? null },
  AskFailed: { code: ({ code }) => asErrorCode(code) },
};
