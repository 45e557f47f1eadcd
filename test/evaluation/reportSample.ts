import type { EvaluationFacts } from '../../src/evaluation/figures/figures.ts';
import type { EvaluationResult } from '../../src/evaluation/run/runEvaluation.ts';
import { questionOf, recordOf } from './records.ts';

const hostile = '<script>alert(1)</script><img src=x onerror="alert(2)">';

/** A small evaluation with text that would like to be markup: eight of twelve questions can be answered, two of them wrongly; one is refused too much. */
export const reportSample = {
  facts: {
    folder: '/sets/small',
    command: `candor eval small --html '${hostile}'`,
    seed: 1,
    limit: null,
    chatModel: null,
    date: new Date('2026-01-02'),
  } satisfies EvaluationFacts,
  questions: Array.from({ length: 12 }, (_, index) =>
    questionOf({
      id: `q${index}`,
      question: index === 7 ? hostile : `What is fact ${index}?`,
      type: index < 9 ? 'plain' : hostile,
      ...(index < 9
        ? { answers: [`fact ${index}`], relevantDocIds: [`d${index}`] }
        : { expected: 'abstain', answerable: false }),
    }),
  ),
  result: {
    records: Array.from({ length: 12 }, (_, index) =>
      recordOf({
        questionId: `q${index}`,
        confidence: 1 - index / 12,
        retrieved: [`d${index}`],
        ...(index < 6
          ? { text: `It is fact ${index}.` }
          : index < 8
            ? {
                text: hostile,
                citations: [
                  { documentId: hostile, quote: hostile, start: 0, end: 9, status: 'SUPPORTED', valid: true },
                ],
              }
            : { outcome: 'Abstention' as const, text: '', tier: 'NO_MATCH' }),
      }),
    ),
    arms: null,
    documentCount: 12,
    chunkCount: 12,
    failedDocuments: [],
    embedder: 'small@1:2',
  } satisfies EvaluationResult,
};
