import type { Passage } from '../../../retrieval/passage.ts';
import type { Prompt } from '../../askModel.ts';
import { dataRule } from '../../../models/documentData.ts';
import { passageBlock } from '../../passageBlock.ts';

/** Asks for an answer as claims, each with a quote that proves it. */
export function generatePrompt(question: string, language: string, passages: readonly Passage[]): Prompt {
  return {
    version: 'generate@1',
    messages: [
      {
        role: 'system',
        content: `You answer a question from passages and nothing else. ${dataRule} `
          + 'Write the answer as short claims, one sentence each, in the order a person would read them; three at most unless a list is asked for. '
          + 'For each claim give the number of its passage and a quote: words copied from that passage, character by character, that prove the whole claim with its numbers, names and conditions. '
          + 'Leave out what no passage states. If the passages do not state the answer, reply with an empty list of claims. '
          + `Write the claims in the language "${language}"; quotes stay as they are.`,
      },
      { role: 'user', content: `${passageBlock(passages)}\n\nQuestion: ${JSON.stringify(question)}` },
    ],
  };
}
