import type { Passage } from '../../retrieval/passage.ts';
import { coversFact, listFacts, wholeText, type NamedFact, type NamedFacts } from '../reading/namedFacts.ts';
import { oppositeWord } from './opposites.ts';
import type { RankedSentence } from '../sentences/rankSentences.ts';
import { overlaps, timeMatch, timeSpansOf, type Interval } from '../reading/timeSpan.ts';

/** Why the sentences that would be answered with are no answer, whatever the signals say. */
export type UnmetCondition =
  | { readonly kind: 'MISSING_FACT'; readonly fact: NamedFact }
  | { readonly kind: 'OTHER_TIME' }
  | { readonly kind: 'OTHER_POLARITY' }
  /** The best sentence says the opposite of a word of the question. */
  | { readonly kind: 'OPPOSITE'; readonly asked: string; readonly told: string };

/**
 * "What is the council not composed of?" is not answered by what it is composed of. Why, if and because ask about
 * obstacles, which texts word otherwise.
 */
const questionWord = /\b(?:what|which|who|whose|whom|where|when|how)\b/i;
const aside = /\b(?:if|unless|because|when|why|how)\b/i;
const denied =
  /\b(?:not|never|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|doesn['’]t|don['’]t|didn['’]t|no longer|fail(?:s|ed)? to)\b/i;
const negation = /\b(?:not|never|no|nor|neither|none|without|except|cannot)\b|n['’]t\b/i;

/**
 * The conditions of a question that the sentences of its answer leave unmet: something that it names and no passage
 * that was read does, a time that they are not about, a negation that they lack, a word whose opposite they say. Rare
 * and precise; `npm run bench:answerability` prints how often each is right, on each set.
 * @param ranked all sentences that were read, best first
 * @param chosen those that would be answered with
 */
export function unmetConditions(
  question: string,
  facts: NamedFacts,
  ranked: readonly RankedSentence[],
  chosen: readonly RankedSentence[],
): UnmetCondition[] {
  // Steps that stand for their whole list are none of those that were ranked.
  const [best] = chosen.toSorted((left, right) => right.score - left.score);
  if (!best) return [];
  const read = [...new Set(ranked.map(({ candidate }) => candidate.passage))];
  const missing = listFacts(facts).filter(
    (fact) => fact.kind !== 'DATE' && !read.some((passage) => coversFact(passage, fact)),
  );
  const [opposite] = [...new Set([best, ...chosen.slice(0, 1)])].flatMap(
    ({ candidate }) => oppositeWord(question, candidate.text, wholeText(candidate.passage)) ?? [],
  );
  return [
    ...missing.map((fact) => ({ kind: 'MISSING_FACT' as const, fact })),
    ...(facts.dates.length > 0 && isOfOtherTime(question, chosen) ? [{ kind: 'OTHER_TIME' as const }] : []),
    ...(asksWhatIsNot(question) && !chosen.some(({ candidate }) => negation.test(candidate.text))
      ? [{ kind: 'OTHER_POLARITY' as const }]
      : []),
    ...(opposite ? [{ kind: 'OPPOSITE' as const, ...opposite }] : []),
  ];
}

function asksWhatIsNot(question: string): boolean {
  const word = questionWord.exec(question);
  const rest = word === null ? '' : question.slice(word.index + word[0].length);
  return denied.test(rest) && !aside.test(rest);
}

/**
 * Every sentence tells of another time, or tells of none in a version that had ended by then. How well the others fit
 * is a signal.
 */
function isOfOtherTime(question: string, chosen: readonly RankedSentence[]): boolean {
  const asked = timeSpansOf(question);
  return (
    asked.length > 0 &&
    chosen.every(({ candidate: { text, passage } }) => {
      const match = timeMatch(text, asked);
      return match === 'OTHER' || (match === 'NONE' && hadEnded(passage, asked));
    })
  );
}

function hadEnded({ effectiveFrom, effectiveUntil }: Passage, asked: readonly Interval[]): boolean {
  return (
    effectiveUntil !== null && !asked.some((span) => overlaps(span, { from: effectiveFrom, until: effectiveUntil }))
  );
}
