import { contentStems } from './coverage.ts';
import { hasWord } from '../words/stems.ts';
import { contradicted, failed, passed, wholeOf, worst, type Evidence, type Verdict } from './verdict.ts';

/** What takes a case out of the rule, and what leaves it in. */
const excepting = String.raw`unless|except(?:ing)?(?: for| in| when| that| on| if)?|excluding|apart from|other than|with the exception of|but not|save for|außer|es sei denn|sauf|excepto|salvo|a menos que`;
const including = String.raw`even if|if|including|and also|such as|provided(?: that)?|as long as`;
const shape = new RegExp(String.raw`(?<![\p{L}])(?:(${excepting})|(${including}))(?![\p{L}])([^.;:,]{2,120})`, 'giu');
const otherwise = /([^.;:]{4,160})[;,.]\s*otherwise\b/giu;
const negation = /\b(?:not|no|never|without|cannot|nothing|none)\b|n['’]t\b/i;
const restriction =
  /\b(?:only|solely|exclusively|alone|just|nobody|none|nothing|no one|no other|must|cannot|not|never|limited|reserved|nur|seulement|uniquement|solo|sólo)\b|n['’]t\b/i;

/** Conditions are held against each other. */
const longest = 2_000;

interface Condition {
  readonly excepts: boolean;
  readonly words: string;
  readonly text: string;
}

function conditionsOf(text: string): Condition[] {
  const marked = [...text.matchAll(shape)].map(([phrase, except, , words = '']) => ({
    excepts: (except !== undefined) !== negation.test(words),
    words,
    text: phrase,
  }));
  return [
    ...marked,
    ...[...text.matchAll(otherwise)].map(([phrase, words = '']) => ({ excepts: true, words, text: phrase })),
  ];
}

/** An exception that the quote does not make, an "if" for an "unless", "not only" for "only". In whatever words the rest is told. */
export function checkExceptions(claim: string, evidence: Evidence): Verdict {
  const told = conditionsOf(evidence.sentence.slice(0, longest));
  return worst([
    ...conditionsOf(claim.slice(0, longest)).map((condition) => checkCondition(condition, told, evidence)),
    checkOnly(claim.slice(0, longest), evidence.sentence.slice(0, longest)),
  ]);
}

function checkCondition(condition: Condition, told: readonly Condition[], evidence: Evidence): Verdict {
  const stems = contentStems(condition.words);
  if (stems.size === 0) return passed;
  const whole = wholeOf(evidence).slice(0, 2 * longest);
  const carried = [...stems].filter((stem) => hasWord(whole, stem)).length;
  const isNew = new RegExp(String.raw`^(?:${excepting})`, 'iu').test(condition.text);
  if (isNew && carried < stems.size / 2) return failed(`The quote does not say “${condition.text.trim()}”.`);
  const [same] = told.filter(({ words }) => shares(stems, contentStems(words)));
  return same && same.excepts !== condition.excepts
    ? contradicted(`The claim says “${condition.text.trim()}”, the quote “${same.text.trim()}”.`)
    : passed;
}

function shares(own: ReadonlySet<string>, told: ReadonlySet<string>): boolean {
  const shared = [...own].filter((stem) => told.has(stem)).length;
  return shared > 0 && shared * 2 >= Math.min(own.size, told.size);
}

/** "Only the Owner can" is more than "the Owner can", and not "not only the Owner can". */
function checkOnly(claim: string, sentence: string): Verdict {
  const only = /\b(?:only|solely|exclusively)\b/i;
  if (/\bnot only\b/i.test(claim) && !/\bnot only\b/i.test(sentence))
    return contradicted('The claim says “not only”, the quote does not.');
  const clause = sentence.split(/[;,]\s/).find((part) => only.test(part));
  if (clause === undefined || restriction.test(claim)) return passed;
  const stems = contentStems(clause);
  const kept = [...stems].filter((stem) => hasWord(claim, stem)).length;
  return kept * 2 > stems.size && !/\bonly (?:one|once|a|an|\d)/i.test(clause)
    ? failed('The claim leaves out “only”.')
    : passed;
}
