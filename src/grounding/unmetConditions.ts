import { coversFact, listFacts, type NamedFact, type NamedFacts } from './namedFacts.ts';
import type { RankedSentence } from './rankSentences.ts';
import { overlaps, timeMatch, timeSpansOf } from './timeSpan.ts';

/** Why the best sentences do not answer what was asked, although they look like it. */
export type UnmetCondition =
  | { readonly kind: 'MISSING_FACT'; readonly fact: NamedFact }
  | { readonly kind: 'OTHER_TIME' }
  | { readonly kind: 'OTHER_POLARITY' };

/** "What is the council not composed of?" is not answered by what it is composed of. Why, how, if and cannot ask about obstacles, which texts word otherwise. */
const negated = /^\s*(?:what|which|who|whose|where|when|in what|in which)\b(?!.*\b(?:if|unless|when|why|how|because)\b).*\b(?:not|never|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|doesn['’]t|don['’]t|didn['’]t)\b/i;
const negation = /\b(?:not|never|no|nor|neither|none|without|except|cannot)\b|n['’]t\b/i;

/**
 * The conditions of a question that the sentences of its answer leave unmet: something that it names and their passages do not, a time that they are not about,
 * a negation that they lack. On six open sets those answers were right in 17 of 100 cases and fewer, the others in 50: see docs/decisions.md.
 */
export function unmetConditions(question: string, facts: NamedFacts, chosen: readonly RankedSentence[]): UnmetCondition[] {
  if (chosen.length === 0) return [];
  const passages = chosen.map(({ candidate }) => candidate.passage);
  const missing = listFacts(facts).filter((fact) => fact.kind !== 'DATE' && !passages.some((passage) => coversFact(passage, fact)));
  return [
    ...missing.map((fact) => ({ kind: 'MISSING_FACT' as const, fact })),
    ...(facts.dates.length > 0 && !tellsOf(question, chosen) ? [{ kind: 'OTHER_TIME' as const }] : []),
    ...(negated.test(question) && !chosen.some(({ candidate }) => negation.test(candidate.text)) ? [{ kind: 'OTHER_POLARITY' as const }] : []),
  ];
}

/** Whether a sentence tells of the question's time; where no sentence names any, what stands around one is enough, and where that names none, that its version holds then. */
function tellsOf(question: string, chosen: readonly RankedSentence[]): boolean {
  const asked = timeSpansOf(question);
  const own = chosen.map(({ candidate }) => timeMatch(candidate.text, asked));
  const told = own.every((match) => match === 'NONE') ? chosen.map(({ candidate }) => timeMatch(candidate.context, asked)) : own;
  // What names no time holds while its version does.
  const silent = chosen.filter((_sentence, position) => told[position] === 'NONE').map(({ candidate }) => candidate.passage);
  return asked.length === 0 || told.includes('HOLDS') || silent.some(({ effectiveFrom, effectiveUntil }) => asked.some((span) => overlaps(span, { from: effectiveFrom, until: effectiveUntil })));
}
