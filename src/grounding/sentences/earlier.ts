/** What is said of an earlier time than the one that is asked for. English. */
import { quotedMail } from '../../knowledge/formats/quotedMail.ts';
import type { Candidate } from './candidates.ts';

const past =
  /\b(?:last (?:year|month|week|season|time|winter|spring|summer|autumn)|previously|formerly|used to (?!the\b|it\b|be )|back then|in the past|at that time|until (?:last|recently)|no longer|the old)\b/i;
/** The question asks for it in so many words, or in the past tense. */
const asksPast =
  /\b(?:last|previous(?:ly)?|former(?:ly)?|earlier|before|used to|past|old|ago|did|was|were|had|quoted|original(?:ly)?)\b/i;
const present = /\b(?:now|currently|today|as of|from now on|this (?:year|month|week|season)|new|changed|instead)\b/i;

/** Whether a sentence tells of the past, or stands in a mail that another one quotes. */
export function isEarlier({ text, headings }: Candidate): boolean {
  return headings.includes(quotedMail) || (past.test(text) && !present.test(text));
}

export function asksForEarlier(question: string): boolean {
  return asksPast.test(question) && !/\b(?:this|current|currently|now|today)\b/i.test(question);
}
