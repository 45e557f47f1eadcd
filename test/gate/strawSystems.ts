import { createRandom } from '../../src/stats.ts';
import { wouldBeRight } from '../../src/evaluation/judge.ts';
import type { SetQuestion } from '../../src/evaluation/question.ts';
import type { RunRecord } from '../../src/evaluation/run/runRecord.ts';

/** Systems without a judgement, made of a real one's records: what it found stays, what it did with that is replaced. None of them may pass the gate. */
export const strawSystems: Readonly<
  Record<string, (questions: readonly SetQuestion[], records: readonly RunRecord[]) => RunRecord[]>
> = {
  'always-answer': (questions, records) => records.map((record) => answered(questions, record, 1)),
  'always-refuse': (_questions, records) => records.map((record) => refused(record, 0)),
  random: (questions, records) => {
    const random = createRandom(7);
    const coverage = records.filter(({ outcome }) => outcome === 'Answer').length / records.length;
    return records.map((record) =>
      random() < coverage ? answered(questions, record, random()) : refused(record, random()),
    );
  },
};

function refused(record: RunRecord, confidence: number): RunRecord {
  return {
    ...record,
    outcome: 'Abstention',
    tier: 'NO_MATCH',
    reason: 'WEAK_EVIDENCE',
    text: '',
    citations: [],
    confidence,
  };
}

/** The answer that was given; for a refused question the reference where it would have been right, and else nothing of it. */
function answered(questions: readonly SetQuestion[], record: RunRecord, confidence: number): RunRecord {
  if (record.outcome === 'Answer' || record.outcome === 'Fault') return { ...record, confidence };
  const question = questions.find(({ id }) => id === record.questionId);
  const text =
    question && wouldBeRight(question, record)
      ? [...question.answers, ...(question.answerGroups?.flat() ?? [])].join('; ')
      : 'Something else.';
  return { ...record, outcome: 'Answer', tier: 'UNCERTAIN', reason: null, text, confidence };
}
