/**
 * What the loop itself says to a person: refusals, next steps, clarifying questions and that an answer is in another
 * language, in those of the catalogue; other notices about sources in English.
 */
import type { StaleSource } from '../../knowledge/document.ts';
import { say, type Saying } from './say.ts';
import type { NextStepFacts } from './nextSteps.ts';
import type { ClarificationReason } from '../state/outcome.ts';

/** The sentences of a step. They state what is known about it, and nothing else. */
export function nextStepSaying({ kind, unnamed, nearby, filterField, owner }: NextStepFacts): Saying {
  const values = {
    words: unnamed,
    terms: nearby,
    ...(filterField === null ? {} : { filter: filterField }),
    ...(owner === null ? {} : { owner }),
  };
  if (kind === 'REPHRASE')
    return {
      keys: [...(unnamed.length > 0 ? ['UNKNOWN_WORDS' as const] : []), nearby.length > 0 ? 'REPHRASE_NEARBY' : kind],
      values,
    };
  if (kind === 'RELAX_FILTER' && filterField !== null) return { keys: ['RELAX_FILTER_FIELD'], values };
  return { keys: [kind], values };
}

/**
 * The clarifying question, and why it is asked.
 * @param words ZERO_HITS: what was not found. UNRESOLVED: what nothing explains. Empty: none are named
 * @param language BCP 47; English for a language that is not in the catalogue
 * @param isThanks SMALL_TALK: whether it ends a talk rather than begins one
 */
export function clarificationText(
  reason: ClarificationReason,
  words: readonly string[],
  language: string,
  optionCount = 0,
  isThanks = false,
): { readonly text: string; readonly why: string } {
  const isOne = reason === 'AMBIGUOUS' && optionCount === 1;
  const key =
    reason === 'ZERO_HITS' && words.length > 0
      ? optionCount > 0
        ? 'ZERO_HITS_OPTIONS'
        : 'ZERO_HITS_WORDS'
      : isOne
        ? 'AMBIGUOUS_ONE'
        : reason === 'SMALL_TALK' && isThanks
          ? 'SMALL_TALK_THANKS'
          : reason;
  return {
    text: say({ keys: [key], values: { words } }, language),
    why: say({ keys: [isOne ? 'AMBIGUOUS_ONE_WHY' : `${reason}_WHY`], values: {} }, language),
  };
}

/** @param language BCP 47 */
export const otherLanguageMessage = (language: string): string =>
  say({ keys: ['OTHER_LANGUAGE'], values: {} }, language);

/** A longer quote is cut in a message; the notice has it whole. */
const quotedLength = 300;

/** @param other what the version says instead of `cited`; null if it says nothing about it */
export function earlierMessage(until: Date, cited: string, other: string | null): string {
  return `Until ${day(until)} this document ${other === null ? `did not say: ${quoted(cited)}` : `said: ${quoted(other)}`}`;
}

/** @param other what the version says instead of `cited`; null if it says nothing about it */
export function laterMessage(since: Date, cited: string, other: string | null): string {
  return `The version valid since ${day(since)} ${other === null ? `no longer says: ${quoted(cited)}` : `says: ${quoted(other)}`}`;
}

/** @param title of the mail that quotes it */
export function earlierMailMessage(title: string): string {
  return `This stands in an earlier message that “${title}” quotes.`;
}

export function earlierTimeMessage(sentence: string): string {
  return `This is said of an earlier time: ${quoted(sentence)}`;
}

/** @param title of the mail that quotes it; null: it is said of the past */
export function saidEarlierMessage(sentence: string, title: string | null): string {
  return title === null
    ? `Of an earlier time it is said: ${quoted(sentence)}`
    : `An earlier message that “${title}” quotes says: ${quoted(sentence)}`;
}

export function expiredMessage(end: Date): string {
  return `The cited version expired on ${day(end)}.`;
}

export function endedMessage(end: Date): string {
  return `The cited version was valid until ${day(end)}.`;
}

/** @param added when it was first ingested, if it is new; null: it is untrusted */
export function soleSourceMessage(title: string, added: Date | null): string {
  return added === null
    ? `Only “${title}” says so, which is not a trusted source.`
    : `Only “${title}” says so, which is new: it was added on ${day(added)}.`;
}

export function suspiciousSourceMessage(title: string): string {
  return `“${title}” seems to give orders to a model or assistant. They were not followed; read the source before you rely on it.`;
}

/** @param title of the successor; null if the reader may read no such document */
export function supersededMessage(replaced: string, key: string, title: string | null): string {
  return `“${replaced}” was replaced by ${title === null ? key : `“${title}” (${key})`}.`;
}

/** @param heading that both have, and under which the successor does not say what is cited */
export function droppedMessage(replaced: string, title: string, heading: string): string {
  return `“${title}”, which replaced “${replaced}”, no longer says this under “${heading}”.`;
}

/** @param title of the document that says so */
export function otherAnswerMessage(title: string, sentence: string): string {
  return `“${title}” answers differently, perhaps about something else of that name: ${quoted(sentence)}`;
}

/** @param title of the earlier edition */
export function earlierEditionMessage(title: string, other: string): string {
  return `The earlier edition “${title}” says: ${quoted(other)}`;
}

export function laterEditionMessage(earlier: string, key: string, title: string | null): string {
  return `By its name, ${title === null ? key : `“${title}” (${key})`} is a later edition of “${earlier}”.`;
}

/** @param earlier the question, as it was asked; @param now what stands in its place; null: nothing does, or nothing that may be read */
export function recalledMessage(earlier: string, now: string | null): string {
  return `The answer to your earlier question ${quoted(earlier)} no longer holds: its source ${now === null ? 'no longer says it, or can no longer be read.' : `now says ${quoted(now)}`}`;
}

/** @param asOf the day that was asked about, when it is not today */
export function staleSourceMessage({ title, reason, changedAt }: StaleSource, asOf: Date | null): string {
  const source = title === null ? 'A source of this answer' : `The source “${title}”`;
  const when = (word: string) => (changedAt === null ? '' : ` ${word} ${day(changedAt)}`);
  if (reason === 'DELETED') return `${source} was deleted${when('on')}.`;
  if (reason === 'HIDDEN') return `${source} is no longer published.`;
  if (asOf !== null && reason === 'EXPIRED') return `${source} was not valid on ${day(asOf)}.`;
  if (asOf !== null) return `${source} had another text on ${day(asOf)} than the one this answer was written for.`;
  return reason === 'EXPIRED'
    ? `${source} ended${when('on')}.`
    : `${source} changed${when('on')}, after this answer was checked.`;
}

function day(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return `“${line.length > quotedLength ? `${line.slice(0, quotedLength).trimEnd()}…` : line}”`;
}
