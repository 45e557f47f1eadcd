import type { ConsoleDocumentQuery } from '../generated/graphql.ts';

export type FullDocument = NonNullable<ConsoleDocumentQuery['document']>;
