import type { ConsoleRunQuery } from '../generated/graphql.ts';

export type FullRun = NonNullable<ConsoleRunQuery['run']>;

/** What was said to the person: the answer, the question back, or the refusal. */
export const saidIn = (result: NonNullable<FullRun['result']>): string =>
  result.__typename === 'Abstention' ? result.message : result.text;
