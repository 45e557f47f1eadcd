import { contentStems } from '../grounding/checks/coverage.ts';

/** Parts that lose more of the question's words than this ask something else. */
const keptWords = 0.9;
const asksAgain = '(?:(?:for|up to|within|in|at|by|from|until|to|on|with) )?(?:how|what|when|where|who|which|why|is|are|do|does|can|will|must|may|should)';
const joined = new RegExp(`^(?<left>.{10,}?),? (?:and|but|or|compared (?:to|with)) (?<right>${asksAgain}\\b.{6,})$`, 'i');

/** The parts of a question that joins two by "and" or "or", each with the words that both share. Empty when it does not. */
export function splitQuestion(question: string): string[] {
  const match = joined.exec(question.trim().replace(/[?!.]+$/, ''));
  const { left, right } = match?.groups ?? {};
  // "…, and what to the UK?" asks nothing by itself.
  return left && right && contentStems(right).size > 1 ? checkedParts(question, [`${left}?`, `${right}?`]) : [];
}

/** Parts are taken only if there are two and they keep the question's words together: a dropped condition would answer another question. */
export function checkedParts(question: string, queries: readonly string[]): string[] {
  const distinct = [...new Set(queries.map((query) => query.trim()).filter((query) => query && query !== question))];
  if (distinct.length < 2) return [];
  const kept = contentStems(distinct.join(' '));
  const wanted = [...contentStems(question)];
  return wanted.filter((stem) => kept.has(stem)).length >= keptWords * wanted.length ? distinct : [];
}
