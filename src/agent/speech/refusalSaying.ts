import type { UnmetCondition } from '../../grounding/answerability/unmetConditions.ts';
import { suspicious } from '../../grounding/claims/suspicious.ts';
import type { MessageKey } from '../catalogue/messageKey.ts';
import type { Saying } from '../catalogue/say.ts';
import { isNear } from '../question/judgeQuestion.ts';
import { isTalk } from './isTalk.ts';
import { oneLine, placeOf } from './namedPlace.ts';
import type { AbstentionReason } from '../outcome.ts';
import { unknownWords } from '../question/rephraseTerms.ts';
import type { AskState } from '../state.ts';

/** Passages that a refusal shows. */
export const shownNearest = 3;

const mostUnknown = 3;

interface Said {
  readonly keys: readonly MessageKey[];
  readonly words: readonly string[];
}

/** What a refusal says of itself, and what of it the steps need not say again. */
export interface Refusal {
  readonly saying: Saying;
  /** Words that it says no document contains. */
  readonly unknown: readonly string[];
  /** How it calls the nearest passage; empty where it names none. */
  readonly place: string;
}

/** What was looked for, in the asker's own words, and what is nearest to it. That this is no answer is said only where an unmet condition tells so: in 42 of 85 refusals of questions as people ask, the nearest passage was of the document that answers. No model's words are in it; titles and headings only where they are fit to be shown. */
export function refusalSaying(state: AskState, reason: AbstentionReason): Refusal {
  const question = suspicious(state.request.asked) ? '' : oneLine(state.request.asked);
  if (reason === 'OUT_OF_SCOPE') return plain(question === '' ? [reason] : ['OFF_TOPIC'], { question });
  if (reason !== 'WEAK_EVIDENCE') return plain([reason]);
  const place = isNear(state.evidence)
    ? (state.evidence.passages
        .slice(0, shownNearest)
        .map((passage) => placeOf(passage, state.chosen))
        .find(Boolean) ?? '')
    : '';
  const unmet = unmetSaying(state, place);
  const { keys, words } = unmet ?? notAnswered(state, question);
  const values = { question, words, nearest: place };
  return {
    saying: {
      keys: place === '' || keys.includes('NOT_MENTIONED') ? keys : [...keys, unmet ? 'NEAREST' : 'NEAREST_UNSURE'],
      values,
    },
    unknown: keys.includes('UNKNOWN_WORDS') ? words : [],
    place,
  };
}

/** The question, and its words that no document knows: with more than a few it is their wording and not their subject that is unknown, and the steps tell. */
function notAnswered(state: AskState, question: string): Said {
  const unknown = unknownIn(state);
  const isTold = unknown.length > 0 && unknown.length <= mostUnknown;
  return {
    keys: [question === '' ? 'WEAK_EVIDENCE' : 'NOT_ANSWERED', ...(isTold ? ['UNKNOWN_WORDS' as const] : [])],
    words: isTold ? unknown : [],
  };
}

function unknownIn({ request, evidence }: AskState): string[] {
  return unknownWords(request.asked, evidence.unknown, evidence.searchConfig).filter((word) => !isTalk(word));
}

function plain(keys: readonly MessageKey[], values: Saying['values'] = {}): Refusal {
  return { saying: { keys, values }, unknown: [], place: '' };
}

/** The condition that the evidence leaves unmet, where it can be named: what stands nowhere before what these passages lack, and both before another time. */
function unmetSaying(state: AskState, place: string): Said | undefined {
  if (place === '') return undefined;
  const { unmet, evidence, plan } = state;
  const missing = unmet.flatMap((condition) => (isMissing(condition) ? [condition.fact.text] : []));
  const nowhere = missing.filter((text) => unknownWords(text, evidence.unknown, evidence.searchConfig).length > 0);
  if (nowhere.length > 0) {
    const all = [...nowhere, ...unknownIn(state).filter((word) => !nowhere.some((text) => text.includes(word)))];
    return { keys: ['UNKNOWN_WORDS'], words: all.length > mostUnknown ? nowhere : all };
  }
  if (missing.length > 0) return { keys: ['NOT_MENTIONED'], words: missing };
  const dates = plan?.facts.dates ?? [];
  return unmet.some(({ kind }) => kind === 'OTHER_TIME') && dates.length > 0
    ? { keys: ['OTHER_TIME'], words: dates.map(withoutPreposition) }
    : undefined;
}

function isMissing(condition: UnmetCondition): condition is Extract<UnmetCondition, { kind: 'MISSING_FACT' }> {
  return condition.kind === 'MISSING_FACT';
}

/** "in June 2026" is read in English alone, and quoted in every language. */
function withoutPreposition(words: string): string {
  return words.replace(/^(?:back in|as of|in|on|during|at|since|before|until|by|from|of)\s+/i, '');
}
