import type { ConsoleAskSubscription } from '../generated/graphql.ts';

export type AskEvent = ConsoleAskSubscription['askEvents'];
export type Outcome = Extract<AskEvent, { __typename: 'Finished' }>['outcome'];
export type Answer = Extract<Outcome, { __typename: 'Answer' }>;
export type Clarification = Extract<Outcome, { __typename: 'Clarification' }>;
export type Abstention = Extract<Outcome, { __typename: 'Abstention' }>;
export type Citation = Answer['citations'][number];
export type Confidence = Outcome['confidence'];
