import type { Passage } from '../retrieval/passage.ts';
import type { Conflict, ConflictSide } from './claim.ts';
import type { RankedSentence } from './rankSentences.ts';
import { isReplacedBy } from './successors.ts';

/** Both sides must be about what was asked: this much of the question's idf mass, context included, and nearly as much as the best. */
const minCoverage = 0.3;
const nearTop = 0.7;
/** And about the same thing in the same words: shared lexemes over those of the shorter one, numbers and units aside. */
const minSharedWords = 0.6;
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
  if (!asksQuantity) return [];
  const top = Math.max(0, ...ranked.slice(0, depth).map((sentence) => sentence.softCoverage));
  const relevant = ranked.slice(0, depth).filter((sentence) => sentence.softCoverage >= Math.max(minCoverage, nearTop * top));
  for (const [position, left] of relevant.entries()) {
    for (const right of relevant.slice(position + 1)) {
      const values = mayDisagree(left.candidate.passage, right.candidate.passage) ? differing(left, right) : undefined;
      if (values && sharedWords(left, right) >= minSharedWords) {
        return [{ kind: 'NUMERIC', resolution: 'UNRESOLVED', sides: [side(left, values[0]), side(right, values[1])] }];
      }
    }
  }
  return [];
}

/** A document that another one replaces does not contradict it. */
function mayDisagree(left: Passage, right: Passage): boolean {
  return left.documentId !== right.documentId && !isReplacedBy(left, right) && !isReplacedBy(right, left);
}

/** A quantity of each sentence with the same unit, if they have no value of that unit in common. */
function differing(left: RankedSentence, right: RankedSentence): [Quantity, Quantity] | undefined {
  const others = quantitiesOf(right.candidate.text);
  for (const quantity of quantitiesOf(left.candidate.text)) {
    const same = others.filter((other) => other.unit === quantity.unit);
    if (same[0] && same.every((other) => other.value !== quantity.value)) return [quantity, same[0]];
  }
  return undefined;
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
  const { documentId, versionId, effectiveFrom, effectiveUntil } = passage;
  return { documentId, versionId, effectiveFrom, effectiveUntil, quote: text, sourceSpan, value: `${quantity.value} ${quantity.unit}`.trim() };
}
