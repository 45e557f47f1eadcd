import type { Prompt } from '../../askModel.ts';

/** Asks for the parts of a question whose evidence was weak as a whole. */
export function refinePrompt(question: string): Prompt {
  return {
    version: 'refine@1',
    messages: [
      {
        role: 'system',
        content: 'A document search found only weak evidence for a question. If the question joins several facts, split it into self-contained parts that together '
          + 'keep every name, code, number, date and condition of it. If it asks for one fact, reply with an empty list.',
      },
      { role: 'user', content: `Question: ${JSON.stringify(question)}` },
    ],
  };
}
