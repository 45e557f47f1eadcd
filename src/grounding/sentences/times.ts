/** The present and the past, as questions and sentences say them. English. */
import { quotedMail } from '../../knowledge/formats/parsed.ts';
import type { Candidate } from './candidates.ts';
import { onceFor, type Question } from '../../retrieval/question/question.ts';

const past =
  /\b(?:last (?:year|month|week|season|time|winter|spring|summer|autumn)|previously|formerly|used to (?!the\b|it\b|be )|back then|in the past|at that time|until (?:last|recently)|the old)\b/i;
/** The question asks for it in so many words, or in the past tense. */
const asksPast =
  /\b(?:last|previous(?:ly)?|former(?:ly)?|earlier|before|used to|past|old|ago|did|was|were|had|quoted|original(?:ly)?)\b/i;
const present = /\b(?:now|currently|today|as of|from now on|this (?:year|month|week|season)|new|changed|instead)\b/i;
const asksPresent =
  /\b(?:this (?:year|month|week|season)|current(?:ly)?|now|nowadays|today|at present|at the moment)\b/i;

type Statement = Pick<Candidate, 'text' | 'headings'>;

/** Whether a sentence speaks of the past, or stands in a mail that another one quotes. */
export function isEarlier({ text, headings }: Statement): boolean {
  return isQuotedMail({ headings }) || tellsPast(text);
}

export function tellsPast(text: string): boolean {
  return past.test(text) && !present.test(text);
}

/** Whether it stands in an earlier mail that another one quotes. */
export function isQuotedMail({ headings }: Pick<Statement, 'headings'>): boolean {
  return headings.includes(quotedMail);
}

export const asksForEarlier = onceFor(({ text }) => asksPast.test(text) && !asksPresent.test(text));

/** Whether a sentence is of the present or the past that a question says: 1, of the other: -1, or it says neither: 0. */
export function saidOf(question: Question, stated: Statement): number {
  if (asksPresent.test(question.text)) return isEarlier(stated) ? -1 : Number(present.test(stated.text));
  return Number(past.test(question.text) && past.test(stated.text));
}
