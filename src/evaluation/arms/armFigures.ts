import type { DegradedPart } from '../../retrieval/passage.ts';
import { groupBy, percentile } from '../../stats.ts';
import type { SetQuestion } from '../question.ts';
import { isScorable, retrievalFigures, type RetrievalFigures } from '../figures/retrievalFigures.ts';
import type { ArmMeasurements, SearchRecord } from './measureArms.ts';

/** The figures of one way to retrieve. A search that failed counts as finding nothing, and its time is left out. */
export interface RowFigures extends RetrievalFigures {
  readonly row: string;
  /** Milliseconds of a whole search through the app's own API. */
  readonly latency: { readonly p50: number | null; readonly p95: number | null };
  /** Over the questions that share less than half of their idf mass with their documents. */
  readonly lexicalGap: { readonly questions: number; readonly recallAt5: number | null };
  /** In the order of the set; empty if it names no languages. */
  readonly byLanguage: readonly LanguageFigures[];
  /** In the order of the set. */
  readonly byType: readonly ArmTypeFigures[];
  readonly faults: number;
  /** The first fault; null if there was none. */
  readonly firstFault: string | null;
  readonly degraded: readonly DegradedFigures[];
}

/** A part that failed. */
interface DegradedFigures {
  readonly part: DegradedPart;
  readonly searches: number;
  readonly firstMessage: string;
}

export interface LanguageFigures {
  readonly language: string;
  readonly questions: number;
  readonly ndcgAt10: number | null;
}

/** The figures of one way to retrieve for the questions of a type. */
interface ArmTypeFigures {
  readonly type: string;
  readonly questions: number;
  readonly recallAt10: number | null;
  readonly allAt10: number | null;
}

/** Retrieval alone, without answers. */
export interface ArmFigures {
  /** Questions that can be answered and name relevant documents. */
  readonly questions: number;
  readonly leftOut: number;
  /** Questions asked in their standalone form, without history. */
  readonly rewritten: number;
  readonly rows: readonly RowFigures[];
  readonly missing: readonly string[];
}

/** The figures of each row. Records of questions that are not given are left out. */
export function armFigures(
  questions: readonly SetQuestion[],
  { rows, records, lexicalGap, missing }: ArmMeasurements,
): ArmFigures {
  const scored = questions.filter(isScorable);
  const byId = new Map(scored.map((question) => [question.id, question]));
  const searched = records.flatMap((record) => {
    const question = byId.get(record.questionId);
    return question ? [{ question, record, retrieved: record.retrieved }] : [];
  });
  const byRow = groupBy(searched, ({ record }) => record.row);
  return {
    questions: scored.length,
    leftOut: questions.length - scored.length,
    rewritten: scored.filter(({ standaloneQuestion }) => standaloneQuestion !== undefined).length,
    rows: rows.map((row) => rowFigures(row, byRow.get(row) ?? [], lexicalGap)),
    missing,
  };
}

interface Searched {
  readonly question: SetQuestion;
  readonly record: SearchRecord;
  readonly retrieved: readonly string[];
}

function rowFigures(row: string, searches: readonly Searched[], lexicalGap: ReadonlySet<string>): RowFigures {
  const millis = searches.filter(({ record }) => record.error === null).map(({ record }) => record.millis);
  const inGap = retrievalFigures(searches.filter(({ question }) => lexicalGap.has(question.id)));
  const faults = searches.flatMap(({ record }) => record.error ?? []);
  return {
    row,
    ...retrievalFigures(searches),
    latency: { p50: percentile(millis, 0.5), p95: percentile(millis, 0.95) },
    lexicalGap: { questions: inGap.questions, recallAt5: inGap.recallAt5 },
    byLanguage: languageFigures(searches),
    byType: typeFigures(searches),
    faults: faults.length,
    firstFault: faults[0] ?? null,
    degraded: degradedFigures(searches),
  };
}

function languageFigures(searches: readonly Searched[]): LanguageFigures[] {
  const known = searches.flatMap(({ question, retrieved }) =>
    question.language === undefined ? [] : [{ language: question.language, question, retrieved }],
  );
  return [...groupBy(known, ({ language }) => language)].map(([language, members]) => {
    const { questions, ndcgAt10 } = retrievalFigures(members);
    return { language, questions, ndcgAt10 };
  });
}

function typeFigures(searches: readonly Searched[]): ArmTypeFigures[] {
  return [...groupBy(searches, ({ question }) => question.type)].map(([type, members]) => {
    const { questions, recallAt10, allAt10 } = retrievalFigures(members);
    return { type, questions, recallAt10, allAt10 };
  });
}

function degradedFigures(searches: readonly Searched[]): DegradedFigures[] {
  const lost = searches.flatMap(({ record }) =>
    record.degraded.map(({ part, message }) => ({ part, message, questionId: record.questionId })),
  );
  return [...groupBy(lost, ({ part }) => part)].map(([part, members]) => ({
    part,
    searches: new Set(members.map(({ questionId }) => questionId)).size,
    firstMessage: members[0]?.message ?? '',
  }));
}
