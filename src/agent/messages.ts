import type { StaleSource } from '../knowledge/document.ts';
import type { AbstentionReason, NextStep } from './outcome.ts';
import type { ClarifyReason } from './state.ts';

/** Everything the loop itself says to a person, in one place. */
const abstentions: Readonly<Record<AbstentionReason, string>> = {
  WEAK_EVIDENCE: 'I found related passages, but none of them answers this. I would rather say so than guess.',
  OUT_OF_SCOPE: 'The documents I know are about other things, so I cannot answer this.',
  CONFLICTING_EVIDENCE: 'The documents contradict each other on this, and I cannot tell which one is right.',
  STALE_EVIDENCE: 'I only found outdated passages about this.',
  VERIFICATION_FAILED: 'I could not prove the answer I had from the documents, so I do not give it.',
  BUDGET_EXHAUSTED: 'The time or budget for this question was used up before an answer was found.',
  MODEL_UNAVAILABLE: 'A model that is needed to answer could not be reached.',
};

const steps: Readonly<Record<NextStep['kind'], string>> = {
  REPHRASE: 'Ask again with the words that your documents would use.',
  RELAX_FILTER: 'Remove a filter: only part of the documents was searched.',
  READ_NEAREST: 'Read the nearest passages; they are related, but not an answer.',
  ADD_DOCUMENT: 'If the answer should be known, add a document that states it.',
  RAISE_BUDGET: 'Ask again with a larger budget.',
};

export function abstentionMessage(reason: AbstentionReason): string {
  return abstentions[reason];
}

export function nextStepText(kind: NextStep['kind']): string {
  return steps[kind];
}

/** What is asked back, and why. */
export function clarificationText(reason: ClarifyReason, words: string): { readonly text: string; readonly why: string } {
  if (reason === 'SMALL_TALK') return { text: 'Hello! Which question about the documents can I answer?', why: 'Nothing was asked yet.' };
  if (reason === 'AMBIGUOUS') return { text: 'Several things may be meant. Which one?', why: 'Several documents fit these few words about equally well.' };
  return { text: `I found nothing about “${words}”. What is it about, in other words?`, why: 'No document knows these words, and nothing is near in meaning.' };
}

/** A longer quote is cut in a message; the notice holds it whole. */
const quotedLength = 300;

/** @param other what the version says instead of `cited`; null when it says nothing of it */
export function earlierMessage(until: Date, cited: string, other: string | null): string {
  return `Until ${day(until)} this document ${other === null ? `did not say: ${quoted(cited)}` : `said: ${quoted(other)}`}`;
}

/** @param other what the version says instead of `cited`; null when it says nothing of it */
export function laterMessage(since: Date, cited: string, other: string | null): string {
  return `The version valid since ${day(since)} ${other === null ? `no longer says: ${quoted(cited)}` : `says: ${quoted(other)}`}`;
}

export function expiredMessage(end: Date): string {
  return `The cited version expired on ${day(end)}.`;
}

/** @param title of the successor; null when there is no such document that may be read */
export function supersededMessage(replaced: string, key: string, title: string | null): string {
  return `“${replaced}” was replaced by ${title === null ? key : `“${title}” (${key})`}.`;
}

/** @param asOf the day that was asked about, when it is not today */
export function staleSourceMessage({ title, reason, changedAt }: StaleSource, asOf: Date | null): string {
  const source = title === null ? 'A source of this answer' : `The source “${title}”`;
  const when = (word: string) => (changedAt === null ? '' : ` ${word} ${day(changedAt)}`);
  if (reason === 'DELETED') return `${source} was deleted${when('on')}.`;
  if (reason === 'HIDDEN') return `${source} is no longer published.`;
  if (asOf !== null && reason === 'EXPIRED') return `${source} was not valid on ${day(asOf)}.`;
  if (asOf !== null) return `${source} had another text on ${day(asOf)} than the one this answer was written for.`;
  return reason === 'EXPIRED' ? `${source} ended${when('on')}.` : `${source} changed${when('on')}, after this answer was checked.`;
}

function day(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return `“${line.length > quotedLength ? `${line.slice(0, quotedLength).trimEnd()}…` : line}”`;
}
