import { questionOf } from '../../agent/replay.ts';
import type { Run } from '../../agent/state/run.ts';
import type { Database } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import { statementText } from '../../grounding/claims/rowWording.ts';
import { saveCurated } from '../../knowledge/curated/curated.ts';
import { findCuratedLike } from '../../knowledge/curated/curated.sql.ts';
import type { CuratedAnswer, Span } from '../../knowledge/document.ts';
import type { Embedder } from '../../models/embedder.ts';
import { groupBy } from '../../stats.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { requirePlace, requireRun, type ChoiceInput, type ChoosablePassage } from '../feedback/choice.ts';
import { ofMajority, readFeedbackOf } from '../feedback/feedback.ts';

interface CurateParts {
  readonly database: Database;
  readonly embedder: Embedder;
}

/**
 * Makes a curated answer of a passage that a run showed: its question, the words around the sentence that was shown, and
 * its document as the source. Saving the same again changes nothing.
 * @param input without a passage: the one that most people chose in this run
 * @throws NOT_FOUND for a run, or a passage of it, that the caller cannot see; BAD_INPUT if nothing was chosen
 */
export async function curateChosen(
  { database, embedder }: CurateParts,
  caller: Caller,
  { runId, passageId }: ChoiceInput,
): Promise<CuratedAnswer> {
  const run = await requireRun(database, caller, runId);
  const place = await requirePlace(database, caller, run, passageId ?? (await mostChosen(database, caller, run)));
  const question = questionOf(run);
  const answer = place && answerIn(place);
  if (!answer) throw nothingChosen(run);
  const { workspaceId, accessGroups } = caller;
  const [before] = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(findCuratedLike, { workspaceId, question, answer, documentId: place.documentId }),
  );
  // With the same id the sources are checked and pinned again, and there is still one answer.
  const input = { question, answer, sourceDocumentIds: [place.documentId], ...(before && { id: before.curated_id }) };
  return saveCurated(database, embedder, workspaceId, input, accessGroups);
}

async function mostChosen(database: Database, caller: Caller, run: Run): Promise<string> {
  const [given = []] = await readFeedbackOf(database, caller, [run.id]);
  const chosen = [
    ...groupBy(
      ofMajority(given).flatMap(({ passageId }) => passageId ?? []),
      (id) => id,
    ).entries(),
  ].sort(([, left], [, right]) => right.length - left.length);
  const [passageId] = chosen[0] ?? [];
  if (passageId === undefined) throw nothingChosen(run);
  return passageId;
}

function nothingChosen({ id }: Run): CandorError {
  return new CandorError('BAD_INPUT', 'Nobody has chosen a passage of this run.', {
    details: { field: 'passageId', run: id },
    remedy: 'Name the passage, or write the answer yourself.',
  });
}

/** A longer paragraph or list is more than an answer: the sentence alone is taken. In UTF-16 units. */
const longestWhole = 1_000;
const headingLine = /^#{1,6} .*$/gmu;

/** A row as canonical text has it, `Header: cell; Header: cell`: it answers alone. */
const row = /^[^:;\n]{1,80}: [^;\n]+; /u;

/** The paragraph or list around what was shown of a passage, without headings; of a table, the row in words. */
export function answerIn({ text, span }: Pick<ChoosablePassage, 'text' | 'span'>): string {
  const quote = text.slice(span.start, span.end);
  const shown = quote.trim();
  const sourceSpan = { start: 0, end: text.length };
  const passage = { versionId: '', documentTitle: '', sectionPath: [], text, sourceSpan };
  const statement = statementText(passage, { quote, sourceSpan: span }).trim();
  if (row.test(shown)) return statement;
  const { start, end } = blockAround(text, span);
  const whole = text.slice(start, end).replaceAll(headingLine, '').trim();
  return whole.length <= longestWhole && whole !== '' ? whole : statement;
}

/** From the blank line before a span to the one behind it; the lead-in of a list belongs to it. */
function blockAround(text: string, { start, end }: Span): Span {
  const before = text.lastIndexOf('\n\n', start);
  const behind = text.indexOf('\n\n', end);
  const block = { start: before === -1 ? 0 : before + 2, end: behind === -1 ? text.length : behind };
  const above = text.slice(0, Math.max(0, before));
  const isList = /^\s*(?:[-*•]|\d+[.)]) /u.test(text.slice(block.start));
  if (!isList || !/:\s*$/u.test(above)) return block;
  const lead = above.trimEnd().lastIndexOf('\n\n');
  return { ...block, start: lead === -1 ? 0 : lead + 2 };
}
