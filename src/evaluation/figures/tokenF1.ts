import { mean } from '../../stats/statistics.ts';
import { holdsAnswer, yardstickOf } from '../judge/judge.ts';
import type { Judged } from '../judge/judged.ts';
import { shareOf } from './metrics.ts';

/** Words as SQuAD's official script compares them: lower case, without punctuation (ASCII) and the articles a, an, the. Citation marks are taken out before. */
export function squadTokens(text: string): string[] {
  return text
    .replaceAll(/\s*\[\d+\]/g, '')
    .toLowerCase()
    .replaceAll(/[!-/:-@[-`{-~]/g, '')
    .replaceAll(/\b(?:a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
}

/** SQuAD's F1 of the shared words, each as often as both have it: the best over the references. Two texts without words are the same. 0 without references. */
export function tokenF1(text: string, references: readonly string[]): number {
  return Math.max(0, ...references.map((reference) => pairF1(squadTokens(text), squadTokens(reference))));
}

function pairF1(given: readonly string[], wanted: readonly string[]): number {
  if (given.length === 0 || wanted.length === 0) return Number(given.length === wanted.length);
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  const shared = given.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
  return (2 * shared) / (given.length + wanted.length);
}

/** How answers match short references, over the questions that were answered and have some. Whole quoted sentences hold the reference and still have a low F1. */
export interface AnswerMatch {
  readonly questions: number;
  /** Share that holds a reference word for word. */
  readonly containment: number | null;
  readonly tokenF1: number | null;
}

export function answerMatch(runs: readonly Judged[]): AnswerMatch {
  const answered = runs.filter(
    ({ question, record, verdict }) =>
      record.outcome === 'Answer' &&
      question.answerable &&
      verdict !== 'NOT_JUDGED' &&
      yardstickOf(question) === 'CONTAINMENT',
  );
  const references = ({ question }: Judged) => [...question.answers, ...(question.answerGroups?.flat() ?? [])];
  return {
    questions: answered.length,
    containment: shareOf(
      answered.filter(({ question, record }) => holdsAnswer(question, record)).length,
      answered.length,
    ),
    tokenF1: mean(answered.map((run) => tokenF1(run.record.text, references(run)))),
  };
}
