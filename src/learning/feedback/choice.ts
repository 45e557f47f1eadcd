import { readRun } from '../../agent/runs/runs.ts';
import { type Run } from '../../agent/state/run.ts';
import type { Database } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import type { Span } from '../../knowledge/document.ts';
import { readDocuments } from '../../knowledge/store/documents.ts';
import type { Caller } from '../../workspaces/caller.ts';

/** What a person says answers the question of a run. */
export interface ChoiceInput {
  readonly runId: string;
  /** One of the alternatives or of the cited passages; left out: the answer as a whole. */
  readonly passageId?: string | undefined;
}

/** A passage that a run showed. */
export interface ChoosablePassage {
  readonly passageId: string;
  readonly documentId: string;
  /** Whether it stood beside the answer instead of in it. */
  readonly isAlternative: boolean;
  readonly text: string;
  /** What was shown of it first: a sentence, or the quote of a citation. */
  readonly span: Span;
}

/** @throws NOT_FOUND */
export async function requireRun(database: Database, caller: Caller, id: string): Promise<Run> {
  const run = await readRun(database, caller, id);
  if (run) return run;
  throw new CandorError('NOT_FOUND', `This workspace has no run ${id}.`, {
    details: { run: id },
    remedy: 'Take the id from an outcome, or from "candor runs".',
  });
}

/**
 * The passage of a run that is chosen; undefined: its answer as a whole. A passage whose document the caller cannot see
 * any more is like one that the run did not show.
 * @throws NOT_FOUND; BAD_INPUT for a run without an answer
 */
export async function requirePlace(
  database: Database,
  caller: Caller,
  run: Run,
  passageId: string | undefined,
): Promise<ChoosablePassage | undefined> {
  if (passageId === undefined && run.outcome === 'ANSWER') return undefined;
  if (passageId === undefined)
    throw new CandorError('BAD_INPUT', 'This run gave no answer that could be chosen.', {
      details: { field: 'passageId', run: run.id, outcome: run.outcome },
      remedy: 'Name one of the passages that it showed.',
    });
  const place = placeIn(run, passageId);
  const [document] = place ? await readDocuments(database, caller, [place.documentId]) : [];
  if (place && document) return place;
  throw new CandorError('NOT_FOUND', `The run ${run.id} showed no passage ${passageId}.`, {
    details: { field: 'passageId', run: run.id, passage: passageId },
    remedy: 'Take the id of a passage from the alternatives or the citations of the run.',
  });
}

function placeIn({ result, passages }: Run, passageId: string): ChoosablePassage | undefined {
  const alternative = result?.alternatives.find(({ passage }) => passage.chunkId === passageId);
  if (alternative) {
    const { passage, spans } = alternative;
    const span = { start: spans[0]?.start ?? 0, end: spans.at(-1)?.end ?? passage.text.length };
    return { passageId, documentId: passage.documentId, isAlternative: true, text: passage.text, span };
  }
  const citation = result?.citations.find(({ chunkId }) => chunkId === passageId);
  if (!citation) return undefined;
  const { documentId, quote, sourceSpan } = citation;
  const passage = passages.find(({ chunkId }) => chunkId === passageId);
  const start = passage ? sourceSpan.start - passage.sourceSpan.start : 0;
  const span = { start, end: start + quote.length };
  return { passageId, documentId, isAlternative: false, text: passage?.text ?? quote, span };
}
