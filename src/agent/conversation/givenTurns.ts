import { CandorError } from '../../errors.ts';
import { maxQueryLength } from '../../retrieval/question/question.ts';
import type { TurnInput } from '../request.ts';
import { maxTurns, type Turn } from './turn.ts';
import { understand } from './understand.ts';

/** What a request takes: so many turns, and of each so many characters. */
export const maxInputs = 20;
export const maxTextLength = 10_000;

/**
 * The turns that a caller gave, oldest first: a question with what was said until the next. Each is understood in the light of those before it,
 * as it was when it was asked. Null: none were given, and the recorded ones count.
 * @throws BAD_INPUT
 */
export function givenTurns(history: readonly TurnInput[] | null | undefined): Turn[] | null {
  if (!history) return null;
  if (history.length > maxInputs) throw badHistory(`must have at most ${maxInputs} turns`);
  const turns: Turn[] = [];
  for (const { role, text } of history) {
    const clean = cleanText(text);
    const last = turns.at(-1);
    if (role === 'USER') turns.push(asked(clean, turns));
    else if (last) turns[turns.length - 1] = { ...last, reply: `${last.reply}\n${clean}`.trim() };
  }
  return turns.slice(-maxTurns);
}

function asked(text: string, before: readonly Turn[]): Turn {
  const question = text.slice(0, maxQueryLength);
  return {
    question,
    standalone: understand(question, before.slice(-maxTurns)).standalone,
    reply: '',
    outcome: null,
    options: [],
    citedTitles: [],
  };
}

function cleanText(text: string): string {
  if (text.length > maxTextLength) throw badHistory(`must have at most ${maxTextLength} characters in a turn`);
  const clean = text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim();
  if (clean === '') throw badHistory('must not hold an empty turn');
  return clean;
}

function badHistory(problem: string): CandorError {
  return new CandorError('BAD_INPUT', `history ${problem}.`, { details: { field: 'history' } });
}
