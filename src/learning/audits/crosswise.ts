/** Asks a reader whether two statements answer the same question: each is asked of the other's passage, its value left out. */
import type { Reader, ReadPassage } from '../../models/reader.ts';
import type { Difference, Said, Statement } from './differing.ts';

/** A passage with its statements, as the reader is shown it. */
export interface AuditedPassage {
  readonly shown: ReadPassage;
  readonly statements: readonly Statement[];
}

/**
 * The other statement answers at least so well, in the reader's logits, and no statement of its passage better. On the
 * value and day cases of bench/conflicts/own, what contradicts has 2.6 to 6; 17 minutes of a break against 25 of an
 * interval has -2.5.
 */
const leastAnswer = 1;

export interface ReadingBounds {
  /** How many readings are left; each takes one. */
  left: number;
  readonly signal: AbortSignal | undefined;
}

/** Whether both are answers to the question that the other one makes. @throws what the reader throws */
export async function answerEachOther(
  reader: Reader,
  { first, second, firstSaid, secondSaid }: Difference,
  [own, other]: readonly [AuditedPassage, AuditedPassage],
  bounds: ReadingBounds,
): Promise<boolean> {
  return (
    (await answers(
      reader,
      questionOf(first, firstSaid),
      { passage: other, statement: second, said: secondSaid },
      bounds,
    )) &&
    (await answers(reader, questionOf(second, secondSaid), { passage: own, statement: first, said: null }, bounds))
  );
}

interface Expected {
  readonly passage: AuditedPassage;
  readonly statement: Statement;
  /** The words that are to be among those that answer; null: any. */
  readonly said: Said;
}

async function answers(
  reader: Reader,
  question: string,
  { passage, statement, said }: Expected,
  bounds: ReadingBounds,
): Promise<boolean> {
  if (bounds.left <= 0) return false;
  bounds.left -= 1;
  const { passages } = await reader.read(question, [passage.shown], { signal: bounds.signal });
  const [reading] = passages;
  const at = passage.statements.indexOf(statement);
  const score = reading?.sentences[at];
  const words = reading?.words[at];
  if (reading === undefined || score === undefined || score < leastAnswer) return false;
  if (score < Math.max(...reading.sentences)) return false;
  if (said === null) return true;
  const [start, end] = [statement.start + said.start, statement.start + said.end];
  return words != null && words.start < end && words.end > start;
}

/** "The deposit is 15 euros." asks "The deposit is …?"; a statement without a value asks whether it holds. */
function questionOf({ text }: Statement, said: Said): string {
  const asked = said === null ? text : `${text.slice(0, said.start)}…${text.slice(said.end)}`;
  return `${asked.replace(/[.!;:\s]+$/u, '')}?`;
}
