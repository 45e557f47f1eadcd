import type { ConsoleAnswersQuery } from '../generated/graphql.ts';

export type Curated = ConsoleAnswersQuery['curatedAnswers']['nodes'][number];
