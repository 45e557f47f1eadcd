import type { ConsoleRunQuery } from '../generated/graphql.ts';

export type FullRun = NonNullable<ConsoleRunQuery['run']>;
