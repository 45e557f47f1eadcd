import type { Passage } from '../../../retrieval/passage.ts';
import type { Prompt } from '../../askModel.ts';
import { dataRule } from '../../../models/documentData.ts';
import { passageBlock } from '../../passageBlock.ts';

/** Asks whether the passages hold the answer. The verdict can only lower the tier. */
export function reflectPrompt(question: string, passages: readonly Passage[]): Prompt {
  return {
    version: 'reflect@1',
    messages: [
      {
        role: 'system',
        content: `You judge whether passages state the answer to a question. ${dataRule} `
          + '"answerable" is true only if the passages state it about exactly what was asked: the same product, plan, place, time and direction. '
          + 'Related is not enough. "missing" says in a few words what is not stated.',
      },
      { role: 'user', content: `${passageBlock(passages)}\n\nQuestion: ${JSON.stringify(question)}` },
    ],
  };
}
