import type { Span } from '../../knowledge/document.ts';
import { lines } from '../../knowledge/sentences.ts';
import { asksForProcedure, asksYesOrNo } from '../answerability/answerType.ts';
import { contentCoverage } from '../words/stems.ts';
import { hasEnded } from '../conflicts/successors.ts';
import { amountsOf } from '../../knowledge/values/amounts.ts';
import { datesOf } from '../../knowledge/values/timeSpan.ts';
import type { Candidate } from '../sentences/candidates.ts';
import type { RankedSentence } from '../sentences/rankSentences.ts';
import type { Citation, Claim, DroppedClaim, NearestEvidence, Verification } from './claim.ts';
import type { VerifiedClaim } from './verifyClaim.ts';

export interface ComposedAnswer {
  /** The supported claims with marks such as `[1]`. */
  readonly text: string;
  readonly claims: readonly Claim[];
  readonly citations: readonly Citation[];
  readonly droppedClaims: readonly DroppedClaim[];
  readonly verification: Verification;
}

const dayMillis = 86_400_000;

/**
 * Puts the supported claims into one text, numbers their proofs in order (one number a quote) and reports the others.
 * @param askedAt what the age of a source is counted to
 * @param sentences what was retrieved: the best evidence for a claim without proof is looked for in it
 */
export function composeAnswer(
  verified: readonly VerifiedClaim[],
  askedAt: Date,
  sentences: readonly Candidate[] = [],
): ComposedAnswer {
  const claims: Claim[] = [];
  const citations: Citation[] = [];
  let text = '';
  for (const claim of verified) {
    if (claim.status !== 'SUPPORTED' || !claim.proof) continue;
    const separator = text === '' ? '' : isBlock(claim.draft.text) || isBlock(text) ? '\n' : ' ';
    const start = text.length + separator.length;
    const answerSpan = { start, end: start + claim.draft.text.length };
    const citation = toCitation(claim, claim.proof, citations, answerSpan, askedAt);
    if (!citations.includes(citation)) citations.push(citation);
    text += `${separator}${claim.draft.text} [${citation.number}]`;
    claims.push({
      text: claim.draft.text,
      answerSpan,
      citationNumbers: [citation.number],
      status: claim.status,
      wording: claim.wording,
      support: claim.support,
    });
  }
  const dropped = verified.filter((claim) => claim.status !== 'SUPPORTED').map((claim) => toDropped(claim, sentences));
  return {
    text,
    claims,
    citations,
    droppedClaims: dropped,
    verification: { complete: dropped.length === 0, claimCount: verified.length, supportedCount: claims.length },
  };
}

function toCitation(
  claim: VerifiedClaim,
  proof: NonNullable<VerifiedClaim['proof']>,
  known: readonly Citation[],
  answerSpan: Citation['answerSpan'],
  askedAt: Date,
): Citation {
  const { passage, quote, sourceSpan } = proof;
  const same = known.find(
    (citation) =>
      citation.versionId === passage.versionId &&
      citation.sourceSpan.start === sourceSpan.start &&
      citation.sourceSpan.end === sourceSpan.end,
  );
  return (
    same ?? {
      number: known.length + 1,
      documentId: passage.documentId,
      documentKey: passage.documentKey,
      versionId: passage.versionId,
      chunkId: passage.chunkId,
      quote,
      sourceSpan,
      answerSpan,
      sectionPath: passage.sectionPath,
      url: passage.url,
      updatedAt: passage.updatedAt,
      ageDays: Math.max(0, Math.floor((askedAt.getTime() - passage.updatedAt.getTime()) / dayMillis)),
      isCurrent: passage.effectiveFrom <= askedAt && !hasEnded(passage, askedAt),
      status: claim.status,
      support: claim.support,
      checks: claim.checks,
    }
  );
}

function toDropped(claim: VerifiedClaim, sentences: readonly Candidate[]): DroppedClaim {
  const failed = claim.checks.find((entry) => !entry.passed);
  return {
    text: claim.draft.text,
    reason: failed ? `${failed.name}: ${failed.detail ?? 'failed'}` : 'No proof was named.',
    status: claim.status,
    evidence: bestEvidence(claim, sentences),
  };
}

/** Lists and table rows stand on lines of their own. */
function isBlock(text: string): boolean {
  return text.includes('\n') || /^[^.;:]+: [^;]+; /.test(text);
}

/** A sentence with less of the claim's words is about something else. */
const minCoverage = 0.3;

type Sentence = Pick<Candidate, 'text' | 'passage' | 'sourceSpan'>;

/**
 * What comes nearest to a claim that is not proven: the words that its writer cited, else the sentence with most of its
 * words; null when there is none.
 */
export function bestEvidence({ draft, proof }: VerifiedClaim, sentences: readonly Sentence[]): NearestEvidence | null {
  if (proof) return toEvidence(proof.passage, proof.quote, proof.sourceSpan);
  const rated = sentences.map((sentence) => ({ sentence, coverage: contentCoverage(draft.text, sentence.text) }));
  const best = rated.reduce<(typeof rated)[number] | undefined>(
    (left, right) => (right.coverage > (left?.coverage ?? minCoverage) ? right : left),
    undefined,
  );
  return best ? toEvidence(best.sentence.passage, best.sentence.text, best.sentence.sourceSpan) : null;
}

function toEvidence(
  { documentId, versionId }: Sentence['passage'],
  quote: string,
  sourceSpan: NearestEvidence['sourceSpan'],
): NearestEvidence {
  return { documentId, versionId, quote, sourceSpan };
}

/**
 * The words that answer, as they stand in a cited source: `version.text.slice(sourceSpan.start, sourceSpan.end) ===
 * text`, always.
 */
export interface ShortAnswer {
  readonly text: string;
  readonly sourceSpan: Span;
  /** Number of the citation whose quote they stand in. */
  readonly citationNumber: number;
}

/**
 * Log odds by the reader from which its words are shown alone: below it the reader itself holds that the sentence does
 * not answer.
 */
const leastAnswer = 0;
/** More words are the sentence, not an answer to be read at a glance. */
const longest = 100;
const edges = /^[\s"'“”‘’(,.;:–—-]+|[\s"'“”‘’(,.;:–—-]+$/gu;

/**
 * The exact words of the best sentence that answer. Null where the answer is what to do, or yes or no; where no reader
 * found words in that sentence; and where the sentence is not cited.
 * @param ranked best first
 */
export function shortAnswerOf(
  question: string,
  ranked: readonly RankedSentence[],
  citations: readonly Citation[],
): ShortAnswer | null {
  const [best] = ranked;
  if (!best?.words || (best.answers ?? -Infinity) < leastAnswer || asksYesOrNo(question) || asksForProcedure(question))
    return null;
  const {
    words,
    candidate: { passage },
  } = best;
  const citation = citations.find(
    ({ versionId, sourceSpan }) =>
      versionId === passage.versionId && sourceSpan.start <= words.start && words.end <= sourceSpan.end,
  );
  if (!citation) return null;
  const text = citation.quote.slice(words.start - citation.sourceSpan.start, words.end - citation.sourceSpan.start);
  const kept = text.replaceAll(edges, '');
  const start = words.start + text.indexOf(kept);
  return kept === '' || kept.length > longest || kept.includes('\n')
    ? null
    : { text: kept, sourceSpan: { start, end: start + kept.length }, citationNumber: citation.number };
}

type CellKind = 'TEXT' | 'NUMBER' | 'DATE';

/** `version.text.slice(sourceSpan.start, sourceSpan.end) === text`, always. */
interface AnswerCell {
  /** The header above it. */
  readonly column: string;
  readonly text: string;
  readonly kind: CellKind;
  readonly sourceSpan: Span;
}

interface AnswerRow {
  readonly cells: readonly AnswerCell[];
  /** Number of the citation that quotes it. */
  readonly citationNumber: number;
}

/** Cited rows of one table, under its header. */
export interface AnswerTable {
  /** In the order of the source. */
  readonly columns: readonly string[];
  readonly rows: readonly AnswerRow[];
}

/** A passage as far as its rows are read. */
interface TableSource {
  readonly versionId: string;
  readonly text: string;
  readonly sourceSpan: Span;
}

interface Part extends Span {
  readonly column: string;
}

const longestHeader = 80;
const maxRows = 20;

/**
 * The rows of a table that an answer cites, where the first citation quotes rows of one, or from one, and each cell
 * stands under a header. Null otherwise. What its neighbours do not call a column belongs to the cell before it, so
 * that `; ` and `: ` within a cell part nothing; a row that is a passage of its own has its neighbours in the others of
 * its version. Only rows with the columns of the first are given: two tables are
 * never made one.
 */
export function answerTableOf(citations: readonly Citation[], passages: readonly TableSource[]): AnswerTable | null {
  const rows = citations.flatMap((citation) => rowsOf(citation, passages)).slice(0, maxRows);
  const [first] = rows;
  if (!first || first.citationNumber !== citations[0]?.number) return null;
  const columns = [...new Set(first.cells.map(({ column }) => column))];
  const same = rows.filter((row) => row.cells.every(({ column }) => columns.includes(column)));
  return { columns, rows: same };
}

function rowsOf(citation: Citation, passages: readonly TableSource[]): AnswerRow[] {
  const { sourceSpan, versionId, number } = citation;
  const passage = passages.find(
    (each) =>
      each.versionId === versionId &&
      each.sourceSpan.start <= sourceSpan.start &&
      sourceSpan.end <= each.sourceSpan.end,
  );
  if (!passage) return [];
  const all = lines(passage.text).map((line) => ({ line, parts: partsOf(passage.text, line) }));
  const known = columnsOf(all.map(({ parts }) => parts));
  return all.flatMap(({ line, parts }) => {
    const start = passage.sourceSpan.start + line.start;
    const end = passage.sourceSpan.start + line.end;
    // A sentence of a long cell is a quote from its row.
    const quoted =
      (start >= sourceSpan.start && end <= sourceSpan.end) || (start <= sourceSpan.start && end >= sourceSpan.end);
    const cells = quoted ? (cellsOf(passage, parts, known) ?? cellsBeside(passage, parts, passages) ?? []) : [];
    return cells.length > 1 ? [{ cells, citationNumber: number }] : [];
  });
}

/** The stretches between `; `, each with the header that it begins with; '' for none. */
function partsOf(text: string, line: Span): Part[] {
  const parts: Part[] = [];
  let start = line.start;
  for (const piece of text.slice(line.start, line.end).split('; ')) {
    const colon = piece.indexOf(': ');
    const column = colon > 0 && colon <= longestHeader ? piece.slice(0, colon) : '';
    parts.push({ column, start, end: start + piece.length });
    start += piece.length + 2;
  }
  return parts;
}

/** Of several rows the headers that more than one has; of one row all. Undefined: any. */
function columnsOf(rows: readonly (readonly Part[])[]): ReadonlySet<string> | undefined {
  const counts = new Map<string, number>();
  for (const { column } of rows.flat()) if (column) counts.set(column, (counts.get(column) ?? 0) + 1);
  const shared = new Set([...counts].filter(([, count]) => count > 1).map(([column]) => column));
  return shared.size > 1 ? shared : undefined;
}

/**
 * Cells of a row of a data file, of which one has `; ` in it. Undefined where no other row of the file was found, or
 * where none has a column that this one seems to have: that may be a column which is empty elsewhere, or part of a cell.
 */
function cellsBeside(
  passage: TableSource,
  parts: readonly Part[],
  passages: readonly TableSource[],
): AnswerCell[] | undefined {
  const rows = passages
    .filter(({ versionId }) => versionId === passage.versionId)
    .flatMap(({ text }) => lines(text).map((line) => partsOf(text, line)));
  const known = columnsOf(rows);
  const clear = known && parts.every(({ column }) => column === '' || known.has(column));
  return clear ? cellsOf(passage, parts, known) : undefined;
}

/** Undefined where a stretch belongs to no column. */
function cellsOf(
  { text, sourceSpan }: TableSource,
  parts: readonly Part[],
  known: ReadonlySet<string> | undefined,
): AnswerCell[] | undefined {
  const joined: Part[] = [];
  for (const part of parts) {
    const isColumn = part.column !== '' && (known?.has(part.column) ?? true);
    const before = joined.at(-1);
    if (isColumn) joined.push(part);
    else if (before && known) joined[joined.length - 1] = { ...before, end: part.end };
    else return undefined;
  }
  return joined.map(({ column, start, end }) => {
    const from = start + column.length + 2;
    const cell = text.slice(from, end);
    const at = { start: sourceSpan.start + from, end: sourceSpan.start + end };
    return { column, text: cell, kind: kindOf(cell), sourceSpan: at };
  });
}

/** What all of a cell is. */
function kindOf(cell: string): CellKind {
  const [date, amount] = [datesOf(cell)[0], amountsOf(cell)[0]];
  if (date && date.text.length >= cell.length - 1) return 'DATE';
  return (amount && amount.text.length >= cell.length - 1) || /^[-+]?[\d.,\s]+%?$/.test(cell) ? 'NUMBER' : 'TEXT';
}
