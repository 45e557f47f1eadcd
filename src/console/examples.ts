import abstention from './operations/abstention.graphql?raw';
import answer from './operations/answer.graphql?raw';
import clarification from './operations/clarification.graphql?raw';
import documents from './operations/documents.graphql?raw';
import events from './operations/events.graphql?raw';
import missed from './operations/missed.graphql?raw';
import search from './operations/search.graphql?raw';
import staleAnswers from './operations/staleAnswers.graphql?raw';
import workspace from './operations/workspace.graphql?raw';

export interface Example {
  readonly query: string;
  /** JSON, as it stands in the editor. */
  readonly variables: string;
}

const example = (query: string, variables: object): Example => ({
  query,
  variables: JSON.stringify(variables, undefined, 2),
});

/**
 * The tabs that GraphiQL opens with, in their order; the questions suit the sample knowledge. The tests run the same
 * operations.
 */
export const examples: readonly Example[] = [
  example(answer, { question: 'How long do I have to void a shipping label?' }),
  example(abstention, { question: 'What is the salary of a support agent?' }),
  example(clarification, { question: 'flurb zanthic quonk?' }),
  example(search, { query: 'void a label that was not used' }),
  example(missed, { runId: '', documentId: '' }),
  example(events, { question: 'How long do I have to void a shipping label?' }),
  example(documents, { first: 20 }),
  example(staleAnswers, { first: 20 }),
  { query: workspace, variables: '' },
];
