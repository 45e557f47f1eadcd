import type { SetQuestion } from './question.ts';
import type { RunRecord } from './run/runRecord.ts';

/**
 * The verdict on a question.
 * - `OK_REFUSAL`: a refusal where a clarifying question was expected, or the reverse: neither right nor harmful.
 * - `NOT_JUDGED`: the set expects no answer (retrieval only), or nothing can be said (a fault).
 */
export type Verdict = 'RIGHT_ANSWER' | 'WRONG_ANSWER' | 'RIGHT_REFUSAL' | 'OK_REFUSAL' | 'OVER_REFUSAL' | 'NOT_JUDGED';

/** How a right answer is recognised. */
export type Yardstick = 'CONTAINMENT' | 'EVIDENCE' | 'CITATION';

/**
 * A longer reference is an essay, which no other wording contains. The longest reference of the short-answer sets has
 * 26 words (lihua-world); the median is 42 in clapnq and 74 in mtrag.
 */
const longAnswerWords = 30;
/**
 * An evidence sentence counts as given if this share of its words is, because sentence splitters disagree about where
 * sentences end.
 */
const evidenceRecall = 0.8;

/**
 * Word for word if a reference is short; by evidence sentence or cited document if all are essays or there are none.
 */
export function yardstickOf(question: SetQuestion): Yardstick {
  const short = (answer: string) => answer.trim().split(/\s+/).length <= longAnswerWords;
  if (question.answerGroups || question.answers.some(short)) return 'CONTAINMENT';
  return question.evidenceSentences.length > 0 ? 'EVIDENCE' : 'CITATION';
}

/** Whether the text of an answer gives what the question's author expects. */
export function holdsAnswer(
  question: SetQuestion,
  record: Pick<RunRecord, 'text'> & {
    readonly citations: readonly Pick<RunRecord['citations'][number], 'documentId'>[];
  },
): boolean {
  switch (yardstickOf(question)) {
    case 'CONTAINMENT':
      return holdsStrings(question, record.text);
    case 'EVIDENCE':
      return givesEvidence(question, record.text);
    case 'CITATION':
      return record.citations.some(({ documentId }) => question.relevantDocIds.includes(documentId));
  }
}

/** Whether a text gives one of the sentences that contain the answer. */
export function givesEvidence(question: SetQuestion, text: string): boolean {
  return question.evidenceSentences.some((sentence) => wordRecall(text, sentence) >= evidenceRecall);
}

function holdsStrings(question: SetQuestion, text: string): boolean {
  const { answerGroups, answers, allAnswersRequired } = question;
  if (answerGroups) return answerGroups.every((group) => group.some((answer) => contains(text, answer)));
  return allAnswersRequired
    ? answers.every((answer) => contains(text, answer))
    : answers.some((answer) => contains(text, answer));
}

/**
 * Whether the first screen holds what the question's author expects: the answer, or what is shown beside it, unfolded.
 * What is asked for in several strings may be spread over all of them.
 */
export function isOnScreen(question: SetQuestion, record: RunRecord): boolean {
  const answer = record.outcome === 'Answer' ? [record.text] : [];
  const texts = [...answer, ...record.screen.map(({ text }) => text)];
  const citations = [...record.citations, ...record.screen];
  // An evidence sentence stands in one text: the words of several would make it up.
  if (yardstickOf(question) === 'EVIDENCE') return texts.some((text) => givesEvidence(question, text));
  return holdsAnswer(question, { text: texts.join('\n'), citations });
}

/** Whether the text gives a false answer that the set names. */
export function holdsWrongAnswer(question: SetQuestion, record: RunRecord): boolean {
  return record.outcome === 'Answer' && question.wrongAnswers.some((answer) => containsWords(record.text, answer));
}

/** Judges one run by its question's expectation. */
export function judge(question: SetQuestion, record: RunRecord): Verdict {
  if (record.outcome === 'Fault') return 'NOT_JUDGED';
  switch (question.expected) {
    case 'answer':
    case 'answer-partly':
      return record.outcome === 'Answer'
        ? judgeAnswer(holdsAnswer(question, record) && !holdsWrongAnswer(question, record))
        : 'OVER_REFUSAL';
    case 'abstain':
      return record.outcome === 'Answer' ? 'WRONG_ANSWER' : 'RIGHT_REFUSAL';
    case 'clarify':
      return refusal(record, 'Clarification');
    case 'mention-conflict':
      return judgeConflict(question, record);
    case 'answer-all-or-clarify':
      return judgeAll(question, record);
    case 'follow-or-flag':
      return record.outcome === 'Answer' ? 'NOT_JUDGED' : 'RIGHT_REFUSAL';
    case 'chat':
    case 'retrieve':
    case 'report-only':
      return 'NOT_JUDGED';
  }
}

/**
 * Whether a refusal was right and of the given kind, `Abstention` or `Clarification`. If an abstention is expected, a
 * clarifying question is also right.
 */
export function refusedRightly(verdict: Verdict, record: RunRecord, as: 'Abstention' | 'Clarification'): boolean {
  return verdict === 'RIGHT_REFUSAL' && record.outcome === as;
}

function judgeAnswer(right: boolean): Verdict {
  return right ? 'RIGHT_ANSWER' : 'WRONG_ANSWER';
}

function refusal(record: RunRecord, wanted: RunRecord['outcome']): Verdict {
  if (record.outcome === 'Answer') return 'WRONG_ANSWER';
  return record.outcome === wanted ? 'RIGHT_REFUSAL' : 'OK_REFUSAL';
}

/** An answer is right if it has both sides or flags the conflict; a refusal that names the conflict is acceptable. */
function judgeConflict(question: SetQuestion, record: RunRecord): Verdict {
  if (record.outcome === 'Answer') return judgeAnswer(record.conflictCount > 0 || holdsAnswer(question, record));
  return record.reason === 'CONFLICTING_EVIDENCE' ? 'OK_REFUSAL' : 'OVER_REFUSAL';
}

function judgeAll(question: SetQuestion, record: RunRecord): Verdict {
  if (record.outcome === 'Answer') return judgeAnswer(holdsAnswer(question, record));
  return record.outcome === 'Clarification' ? 'RIGHT_REFUSAL' : 'OVER_REFUSAL';
}

/**
 * Whether an answer is, or would have been, right: the outcome that a confidence predicts. A refused question counts as
 * one that would have been right if it can be answered and its best document is relevant; what would have been written
 * is unknown. Null if the question is not judged.
 */
export function wouldBeRight(question: SetQuestion, record: RunRecord): boolean | null {
  const verdict = judge(question, record);
  if (verdict === 'NOT_JUDGED') return null;
  if (record.outcome === 'Answer') return verdict === 'RIGHT_ANSWER';
  return question.answerable && question.relevantDocIds.includes(record.retrieved[0] ?? '');
}

/** Inline Markdown marks; a link keeps its text. Sets quote their sources with them, but canonical text has none. */
const inlineMarks = /`+|\*\*|__|\[([^\]\n]*)\]\([^)\s]*\)/g;

/**
 * Text in the form in which answers are compared: NFKC, lower case, white space reduced to single spaces, no citation
 * marks and no Markdown marks.
 */
function normalizeAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\s*\[\d+\](?!\()/g, '')
    .replaceAll(inlineMarks, '$1')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Whether `text` contains `answer`. No text contains an empty answer. */
export function contains(text: string, answer: string): boolean {
  const wanted = normalizeAnswer(answer);
  return wanted !== '' && normalizeAnswer(text).includes(wanted);
}

/** Whether `text` contains `answer` as whole words. Used for wrong answers: "4 days" must not be found in "14 days". */
export function containsWords(text: string, answer: string): boolean {
  const wanted = normalizeAnswer(answer);
  if (wanted === '') return false;
  const escaped = wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(normalizeAnswer(text));
}

/** Share of the distinct words of `reference` that occur in `text`; 0 if the reference has none. */
export function wordRecall(text: string, reference: string): number {
  const words = (value: string) => new Set(normalizeAnswer(value).match(/[\p{L}\p{N}]+/gu) ?? []);
  const wanted = words(reference);
  const given = words(text);
  if (wanted.size === 0) return 0;
  return [...wanted].filter((word) => given.has(word)).length / wanted.size;
}

/** One run with its question and its verdict. */
export interface Judged {
  readonly question: SetQuestion;
  readonly record: RunRecord;
  readonly verdict: Verdict;
}

/** Judges each record by its question. Records of unknown questions are left out. */
export function judgeRecords(questions: readonly SetQuestion[], records: readonly RunRecord[]): Judged[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return records.flatMap((record) => {
    const question = byId.get(record.questionId);
    return question ? [{ question, record, verdict: judge(question, record) }] : [];
  });
}

/** Questions about one document succeed or fail together, so they are drawn together. */
export function familyOf({ id, relevantDocIds }: Pick<SetQuestion, 'id' | 'relevantDocIds'>): string {
  return relevantDocIds[0] ?? id;
}
