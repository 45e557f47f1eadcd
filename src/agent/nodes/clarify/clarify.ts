import { finish } from '../../finish.ts';
import { clarificationText } from '../../messages.ts';
import type { Node } from '../../node.ts';
import type { AskState, ClarifyReason } from '../../state.ts';

const maxOptions = 4;

/** Asks back: nothing was found, several things may be meant, or nothing was asked. */
export function clarifyNode(): Node {
  return (state) => {
    const reason = state.clarifyReason ?? 'ZERO_HITS';
    const core = finish({ ...state, stopReason: state.stopReason ?? 'ZERO_HITS', tier: 'NO_MATCH' });
    const { text, why } = clarificationText(reason, unknownWords(state));
    return { tier: 'NO_MATCH', outcome: { ...core, type: 'Clarification', text, reason: why, options: options(state, reason) } };
  };
}

/** The question's own words that no document knows, for the person to see what was not found. */
function unknownWords(state: AskState): string {
  const words = state.request.question.match(/[\p{L}\d][\p{L}\d-]*/gu) ?? [];
  return words.filter((word) => word.length > 3).slice(0, 6).join(', ') || state.request.question.trim();
}

/** Only what the knowledge base really holds: titles of documents that were found, one each. */
function options(state: AskState, reason: ClarifyReason) {
  if (reason !== 'AMBIGUOUS') return [];
  const titles = state.evidence.passages.map((passage) => [passage.documentTitle, passage.sectionPath.at(-1)].filter((part, position, all) => part && all.indexOf(part) === position).join(': '));
  return [...new Set(titles)].slice(0, maxOptions).map((text, position) => ({ id: `option-${position + 1}`, text }));
}
