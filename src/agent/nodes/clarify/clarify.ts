import { contentStems } from '../../../grounding/checks/coverage.ts';
import { functionWords } from '../../conversation/vocabulary.ts';
import { offerOptions } from '../../speech/offerOptions.ts';
import { finish } from '../../finish.ts';
import { spokenLanguage } from '../../question/languages.ts';
import { isTalk } from '../../speech/isTalk.ts';
import { clarificationText } from '../../speech/messages.ts';
import type { Node } from '../../node.ts';
import type { AgentParts } from '../../parts.ts';
import { unknownWords } from '../../question/rephraseTerms.ts';
import type { AskState } from '../../state.ts';

/** Asks back: nothing was found, several things may be meant, or nothing was asked. What it offers was tried, and can be answered. */
export function clarifyNode(parts: AgentParts): Node {
  return async (state, context) => {
    const reason = state.clarifyReason ?? 'ZERO_HITS';
    const { options, degraded } =
      reason === 'SMALL_TALK' ? { options: [], degraded: [] } : await offerOptions(parts, state, context);
    const stopReason = state.stopReason ?? (reason === 'SMALL_TALK' ? 'ASKED_BACK' : 'ZERO_HITS');
    const core = finish({ ...state, stopReason, degraded: [...state.degraded, ...degraded] });
    const { text, why } = clarificationText(
      reason,
      reason === 'UNRESOLVED' ? [state.unresolved ?? ''] : notFound(state),
      spokenLanguage(state),
      options.length,
    );
    return { degraded, outcome: { ...core, type: 'Clarification', text, reason, why, options } };
  };
}

const mostWords = 6;

/** The question's own words that no document knows, for the person to see what was not found. */
function notFound({ request: { question }, evidence: { unknown, searchConfig } }: AskState): string[] {
  const words = unknownWords(question, unknown, searchConfig);
  // Where nothing at all is known, no word is told apart: then it is all that the question names.
  const named =
    words.length > 0
      ? words
      : (question.match(/[\p{L}\d][\p{L}\d-]*/gu) ?? [])
          .filter((word) => contentStems(word).size > 0)
          .slice(0, mostWords);
  const telling = named.filter((word) => !isTalk(word) && !functionWords.has(word.toLowerCase()));
  if (telling.length > 0) return telling;
  return named.length > 0 ? named : [question.trim()].filter(Boolean);
}
