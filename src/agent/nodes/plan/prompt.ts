import { z } from 'zod';
import type { Prompt } from '../../askModel.ts';

/** Asks for the separate look-ups that a question joins. */
export function planPrompt(question: string): Prompt {
  return {
    version: 'plan@1',
    messages: [
      {
        role: 'system',
        content:
          'You split a question into the separate look-ups it needs in a document search. Keep names, codes, numbers and dates as they are. ' +
          'One look-up is right for most questions. Reply with JSON only: {"queries": ["...", at most 3]}.',
      },
      { role: 'user', content: `Question: ${JSON.stringify(question)}` },
    ],
  };
}

export const planOutput = z.object({ queries: z.array(z.string().max(500)).max(3) });
