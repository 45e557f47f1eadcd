import type { Outcome } from '../../agent/outcome.ts';
import { isUnmetCondition } from '../../agent/gate/reflection.ts';
import type { LabelledQuestion } from '../../confidence/calibration/labelled.ts';
import { CandorError } from '../../errors.ts';
import { requestOf, toRecord } from '../run/askQuestion.ts';
import type { Desk } from '../run/desk.ts';
import { judge } from '../judge/judge.ts';
import { type Question, languageOf } from '../question.ts';

/** A label with the question of its set. */
export interface SetLabel extends LabelledQuestion {
  readonly questionId: string;
  readonly type: string;
  readonly answerable: boolean;
}

/** Labels of a set, and how many questions gave none. */
export interface LabelledSet {
  readonly labels: readonly SetLabel[];
  /** Asked back, or refused for another reason than the gate: no threshold would change that. Never `right`. */
  readonly refused: readonly SetLabel[];
  readonly leftOut: {
    /** Their set says nothing of what is right. */
    readonly notJudged: number;
    /** Their documents are not there. */
    readonly withoutDocuments: number;
  };
}

/**
 * Asks every question with the gate open and nothing recorded, and judges what would have been said.
 * @throws what ended a question: a calibration on half of a set would look like one on the whole
 */
export async function labelQuestions(
  desk: Desk,
  questions: readonly Question[],
  onLabel: () => void,
): Promise<LabelledSet> {
  const known = questions.filter(
    ({ answerable, relevantDocIds }) =>
      !answerable || relevantDocIds.length === 0 || relevantDocIds.some((key) => desk.documentIds.has(key)),
  );
  const [labels, refused]: [SetLabel[], SetLabel[]] = [[], []];
  for (const question of known) {
    const judged = await labelQuestion(desk, question);
    if (judged) (judged.answered ? labels : refused).push(judged.label);
    onLabel();
  }
  return {
    labels,
    refused,
    leftOut: {
      notJudged: known.length - labels.length - refused.length,
      withoutDocuments: questions.length - known.length,
    },
  };
}

/** Undefined where nobody says what is right. */
async function labelQuestion(
  desk: Desk,
  question: Question,
): Promise<{ readonly answered: boolean; readonly label: SetLabel } | undefined> {
  const { outcome, vetoed } = await rehearse(desk, question);
  const citations = outcome.citations.map(({ documentKey, quote, sourceSpan: { start, end }, status }) => ({
    documentId: documentKey,
    quote,
    start,
    end,
    status,
    valid: true,
  }));
  const verdict = judge(
    question,
    toRecord(question.id, 'CANDOR', outcome, { millis: 0, retrieved: [], held: vetoed, citations }),
  );
  if (verdict === 'NOT_JUDGED') return undefined;
  const answered = outcome.type === 'Answer' && outcome.mode !== 'CURATED';
  const label: SetLabel = {
    questionId: question.id,
    type: question.type,
    answerable: question.answerable,
    family: question.relevantDocIds[0] ?? question.id,
    language: languageOf(question),
    signals: outcome.confidence.signals,
    vetoed,
    right: answered && verdict === 'RIGHT_ANSWER',
  };
  return { answered, label };
}

async function rehearse(
  desk: Desk,
  question: Question,
): Promise<{ readonly outcome: Outcome; readonly vetoed: boolean }> {
  let vetoed = false;
  for await (const event of desk.app.ask(
    desk.caller,
    { ...requestOf(desk, question, 'CANDOR'), rehearsal: true },
    { signal: desk.signal },
  )) {
    if (event.type === 'Reflected') vetoed = isUnmetCondition(event.reflection.gap);
    if (event.type === 'Failed')
      throw new CandorError(
        event.code === 'CANCELLED' ? 'CANCELLED' : 'INTERNAL',
        `Question ${question.id} ended: ${event.message}`,
        { details: { questionId: question.id }, remedy: event.remedy },
      );
    if (event.type !== 'Finished') continue;
    const lost = event.outcome.degraded.find(({ part }) => part === 'VECTOR_ARM' || part === 'KEYWORD_ARM');
    // What was fitted without one of the arms would stay when it is back.
    if (lost)
      throw new CandorError(
        lost.part === 'VECTOR_ARM' ? 'MODEL_UNAVAILABLE' : 'DATABASE_FAILED',
        `An arm failed while question ${question.id} was asked: ${lost.message}`,
        { details: { questionId: question.id, part: lost.part } },
      );
    return { outcome: event.outcome, vetoed };
  }
  throw new CandorError('INTERNAL', `Question ${question.id} ended without an outcome.`);
}
