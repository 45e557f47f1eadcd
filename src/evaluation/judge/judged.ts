import { judge, type Verdict } from './judge.ts';
import type { Question } from '../question.ts';
import type { RunRecord } from '../run/runRecord.ts';

/** One run with what its question expects and what became of it. */
export interface Judged {
  readonly question: Question;
  readonly record: RunRecord;
  readonly verdict: Verdict;
}

/** Each record with its question. Records of unknown questions are left out. */
export function judgeRecords(questions: readonly Question[], records: readonly RunRecord[]): Judged[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return records.flatMap((record) => {
    const question = byId.get(record.questionId);
    return question ? [{ question, record, verdict: judge(question, record) }] : [];
  });
}

/** Questions about one document stand or fall together, so they are drawn together. */
export function familyOf({ id, relevantDocIds }: Pick<Question, 'id' | 'relevantDocIds'>): string {
  return relevantDocIds[0] ?? id;
}
