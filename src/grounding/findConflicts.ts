import type { Conflict, ConflictSide } from './claim.ts';
import type { RankedSentence } from './rankSentences.ts';

/** Both sides must be about what was asked: this much of the question's idf mass, context included. */
const minCoverage = 0.6;
/** And about the same thing in the same words: shared lexemes over those of the shorter one, numbers and units aside. */
const minSharedWords = 0.34;
/** Sentences that are compared: conflicts further down are not about the question. */
const depth = 8;

interface Quantity {
  readonly value: string;
  readonly unit: string;
}

/**
 * Different quantities of one unit for what was asked, in two documents that are both valid: neither can be preferred without a person.
 * Only for questions that ask for a quantity or a time; elsewhere two numbers rarely mean the same thing.
 */
export function findConflicts(ranked: readonly RankedSentence[], asksQuantity: boolean): Conflict[] {
  const top = ranked[0];
  if (!asksQuantity || !top) return [];
  const [value] = quantitiesOf(top.candidate.text);
  if (!value || top.softCoverage < minCoverage) return [];
  for (const rival of ranked.slice(1, depth)) {
    if (rival.candidate.passage.documentId === top.candidate.passage.documentId || rival.softCoverage < minCoverage) continue;
    const other = quantitiesOf(rival.candidate.text);
    const differs = other.length > 0 && other.some((quantity) => quantity.unit === value.unit) && !other.some((quantity) => quantity.unit === value.unit && quantity.value === value.value);
    if (!differs || sharedWords(top, rival) < minSharedWords) continue;
    const rivalValue = other.find((quantity) => quantity.unit === value.unit);
    return [{ kind: 'NUMERIC', resolution: 'UNRESOLVED', sides: [side(top, value), side(rival, rivalValue ?? value)] }];
  }
  return [];
}

const quantityShape = /(\d+(?:[.,:]\d+)*)\s*(%|€|\p{L}+)?/gu;

/** Numbers with the word behind them; a clock time has the unit "time". */
export function quantitiesOf(text: string): Quantity[] {
  return [...text.matchAll(quantityShape)].map((match) => {
    const value = match[1] ?? '';
    return { value, unit: value.includes(':') ? 'time' : (match[2] ?? '').toLowerCase().replace(/s$/, '') };
  });
}

function sharedWords(left: RankedSentence, right: RankedSentence): number {
  const words = (sentence: RankedSentence) => new Set(sentence.candidate.lexemes.filter((lexeme) => !/\d/.test(lexeme)));
  const one = words(left);
  const other = words(right);
  const shared = [...one].filter((lexeme) => other.has(lexeme)).length;
  return shared / Math.max(1, Math.min(one.size, other.size));
}

function side(sentence: RankedSentence, quantity: Quantity): ConflictSide {
  const { passage, text, sourceSpan } = sentence.candidate;
  return { documentId: passage.documentId, versionId: passage.versionId, quote: text, sourceSpan, value: `${quantity.value} ${quantity.unit}`.trim() };
}
