import type { Prompt } from '../../askModel.ts';

/** Asks for the parts of a question whose evidence was weak as a whole, else for other words. */
export function refinePrompt(question: string): Prompt {
  return {
    version: 'refine@2',
    messages: [
      {
        role: 'system',
        content: 'A document search found only weak evidence for a question. If the question joins several facts, "queries" holds self-contained parts that together '
          + 'keep every name, code, number, date and condition of it. If it asks for one fact, "queries" is empty, and "wordings" holds at most two other wordings of the same question in words that documents '
          + 'would use, with its names, codes, numbers and dates as they are. Reply with JSON only: {"queries": ["..."], "wordings": ["..."]}.',
      },
      { role: 'user', content: `Question: ${JSON.stringify(question)}` },
    ],
  };
}
