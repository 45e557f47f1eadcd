/** Asks a reader whether two statements answer the same question: each is asked of the other's passage, its value left out. */
import type { Reader, ReadPassage } from '../../models/reader.ts';
import type { Difference, Said, AuditedStatement } from './differing.ts';

/** A passage with its statements, as the reader is shown it. */
export interface AuditedPassage {
  readonly shown: ReadPassage;
  readonly statements: readonly AuditedStatement[];
}

/**
 * The other statement answers at least so well, in the reader's logits, and none of its passage better by more than
 * `beside`. Of value, day and yes-no cases of bench/conflicts/own that were read, 11 of 17 contradictions are, and of 44
 * other differences 10, seven of which differ in a word before a shared one, or are editions.
 */
const [leastAnswer, beside] = [0, 0.3];

export interface ReadingBounds {
  /** How many readings are left; each takes one. */
  left: number;
  readonly signal: AbortSignal | undefined;
}

/** Whether both are answers to the question that the other one makes, and one by its value. @throws what the reader throws */
export async function answerEachOther(
  reader: Reader,
  { first, second, firstSaid, secondSaid }: Difference,
  [own, other]: readonly [AuditedPassage, AuditedPassage],
  bounds: ReadingBounds,
): Promise<boolean> {
  const there = await answerIn(
    reader,
    questionOf(first, firstSaid),
    { ...other, statement: second, said: secondSaid },
    bounds,
  );
  if (there === 'NONE') return false;
  const back = await answerIn(
    reader,
    questionOf(second, secondSaid),
    { ...own, statement: first, said: firstSaid },
    bounds,
  );
  return back !== 'NONE' && (there === 'BY_VALUE' || back === 'BY_VALUE');
}

interface Expected extends AuditedPassage {
  readonly statement: AuditedStatement;
  /** The words that are to be among those that answer; null: any. */
  readonly said: Said;
}

async function answerIn(
  reader: Reader,
  question: string,
  { shown, statements, statement, said }: Expected,
  bounds: ReadingBounds,
): Promise<'NONE' | 'BY_VALUE' | 'OTHERWISE'> {
  if (bounds.left <= 0) return 'NONE';
  bounds.left -= 1;
  const { passages } = await reader.read(question, [shown], { signal: bounds.signal });
  const [reading] = passages;
  const at = statements.indexOf(statement);
  const score = reading?.sentences[at];
  if (reading === undefined || score === undefined || score < leastAnswer) return 'NONE';
  if (score < Math.max(...reading.sentences) - beside) return 'NONE';
  if (said === null) return 'BY_VALUE';
  const words = reading.words[at];
  const [start, end] = [statement.start + said.start, statement.start + said.end];
  return words && words.start < end && words.end > start ? 'BY_VALUE' : 'OTHERWISE';
}

/** "The deposit is 15 euros." asks "The deposit is …?"; a statement without a value asks whether it holds. */
function questionOf({ text }: AuditedStatement, said: Said): string {
  const asked = said === null ? text : `${text.slice(0, said.start)}…${text.slice(said.end)}`;
  return `${asked.replace(/[.!;:\s]+$/u, '')}?`;
}
