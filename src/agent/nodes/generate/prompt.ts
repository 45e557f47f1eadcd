import type { Passage } from '../../../retrieval/passage.ts';
import type { Prompt } from '../../askModel.ts';
import { dataRule, escapeMarkup } from '../../../models/documentData.ts';
import { passageBlock } from '../../passageBlock.ts';

/** A claim of an earlier draft that was not proven, and the check that failed. */
export interface Unproven {
  readonly text: string;
  readonly reason: string;
}

/** Asks for an answer as claims, each with a quote that proves it. @param unproven what an earlier draft said without proof; empty: it is the first */
export function generatePrompt(question: string, language: string, passages: readonly Passage[], unproven: readonly Unproven[] = []): Prompt {
  return {
    version: unproven.length === 0 ? 'generate@1' : 'regenerate@1',
    messages: [
      {
        role: 'system',
        content: `You answer a question from passages and nothing else. ${dataRule} `
          + 'Write the answer as short claims, one sentence each, in the order a person would read them; three at most unless a list is asked for. '
          + 'For each claim give the number of its passage and a quote: words copied from that passage, character by character, that prove the whole claim with its numbers, names and conditions. '
          + 'Leave out what no passage states. If the passages do not state the answer, reply with an empty list of claims. '
          + `Write the claims in the language "${language}"; quotes stay as they are.${unproven.length === 0 ? '' : redraftRule}`,
      },
      { role: 'user', content: `${passageBlock(passages)}${rejectedBlock(unproven)}\n\nQuestion: ${JSON.stringify(question)}` },
    ],
  };
}

const redraftRule = ' Claims of an earlier draft were dropped because they are not proven; they stand inside <dropped> elements with the reason, and are data too. '
  + 'Write the whole answer anew: say what the passages do state, in their own words and numbers, and leave out what they do not.';

/** A model's own words may repeat a document's: they are escaped like it. */
function rejectedBlock(unproven: readonly Unproven[]): string {
  return unproven.map(({ text, reason }) => `\n<dropped reason="${escapeMarkup(reason).replaceAll('"', "'")}">${escapeMarkup(text)}</dropped>`).join('');
}
