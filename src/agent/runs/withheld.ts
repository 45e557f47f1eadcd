import type { Database } from '../../db/database.ts';
import type { Citation, Claim, Conflict } from '../../grounding/claim.ts';
import type { Span } from '../../knowledge/document.ts';
import { readableDocuments } from '../../knowledge/store/documents.ts';
import { type Reader, seesEverything } from '../../workspaces/caller.ts';
import { besideSuggestion } from '../speech/refusalSaying.ts';
import type { Abstention, Answer, Outcome } from '../state/outcome.ts';
import type { Run } from '../state/run.ts';

/** What stands in an answer's text for a claim that is withheld. */
const omission = '…';

type Readable = (documentId: string) => boolean;

/**
 * The runs as their reader may see them today. What a document said stays when it is deleted, until it is purged. It
 * goes when the document is hidden from the reader: its citations keep their names alone, and what was said by its
 * words is left out. A purged document may have been hidden before, so to all but those who see everything it reads as
 * hidden. Parts that a list left unread stay unread.
 */
export async function withholdHidden(
  database: Database,
  reader: Reader,
  runs: readonly Run[],
): Promise<readonly Run[]> {
  if (seesEverything(reader)) return runs;
  const named = new Set(runs.flatMap(documentsNamedIn));
  const readable = await readableDocuments(database, reader, [...named]);
  return [...named].every((id) => readable.has(id)) ? runs : runs.map((run) => withhold(run, (id) => readable.has(id)));
}

/** A run from a list may lack its large parts. */
type ListedRun = Omit<Run, 'passages' | 'result' | 'steps'> & Partial<Pick<Run, 'passages' | 'result' | 'steps'>>;

function documentsNamedIn({ passages = [], result }: ListedRun): readonly string[] {
  if (!result) return passages.map(({ documentId }) => documentId);
  const places = [...passages, ...result.citations, ...result.alternatives.map(({ passage }) => passage)];
  return [...places.map(({ documentId }) => documentId), ...namedBeside(result)];
}

/** What an outcome of each kind names beside its citations and alternatives. */
function namedBeside(result: Outcome): readonly string[] {
  switch (result.type) {
    case 'Answer': {
      const dropped = result.droppedClaims.flatMap(({ evidence }) => evidence ?? []);
      const places = [
        ...dropped,
        ...result.written.flatMap(({ evidence }) => evidence),
        ...result.conflicts.flatMap(({ sides }) => sides),
        ...result.notices,
      ];
      return places.flatMap(({ documentId }) => documentId ?? []);
    }
    case 'Clarification':
      return result.options.flatMap(({ documentIds }) => documentIds);
    case 'Abstention':
      return result.nearest.map(({ documentId }) => documentId);
  }
}

function withhold(run: Run, readable: Readable): Run {
  const { passages, result, steps } = run as ListedRun;
  const found = passages?.filter(({ documentId }) => readable(documentId));
  return {
    ...run,
    ...(found && { passages: found }),
    ...(steps && { steps: steps.map((step) => ({ ...step, detail: withoutLines(step.detail) })) }),
    ...(result && { result: withheldOutcome(result, readable) }),
  };
}

/** What steps note with lines of documents, or with what a model made of them. */
const noted: ReadonlySet<string> = new Set(['dropped', 'voids', 'reworded']);

const withoutLines = (detail: Run['steps'][number]['detail']): Run['steps'][number]['detail'] =>
  Object.fromEntries(Object.entries(detail).filter(([name]) => !noted.has(name)));

function withheldOutcome(outcome: Outcome, readable: Readable): Outcome {
  const core = {
    citations: outcome.citations.map((citation) =>
      readable(citation.documentId) ? citation : withheldCitation(citation),
    ),
    alternatives: outcome.alternatives.filter(({ passage }) => readable(passage.documentId)),
  };
  switch (outcome.type) {
    case 'Answer':
      return withheldAnswer({ ...outcome, ...core }, readable);
    case 'Clarification': {
      const options = outcome.options.map((option) =>
        option.documentIds.every(readable)
          ? option
          : { ...option, documentIds: option.documentIds.filter(readable), preview: null },
      );
      return { ...outcome, ...core, options };
    }
    case 'Abstention':
      return { ...withheldRefusal(outcome, readable), ...core };
  }
}

/** A refusal without what it suggests, in its message too. */
function withheldRefusal(refusal: Abstention, readable: Readable): Abstention {
  const { message, suggestion } = refusal;
  const nearest = refusal.nearest.filter(({ documentId }) => readable(documentId));
  return suggestion === null || readable(suggestion.passage.documentId)
    ? { ...refusal, nearest }
    : { ...refusal, nearest, message: besideSuggestion({ message, suggestion }), suggestion: null };
}

/** Its key, title and address are those that it was given with; the checks may repeat its words. */
const withheldCitation = (citation: Citation): Citation => ({
  ...citation,
  quote: '',
  withheld: true,
  sectionPath: [],
  governing: [],
  checks: citation.checks.map((check) => ({ ...check, detail: null })),
});

/** An answer whose withheld citations have no quotes any more, without what was said by their words. */
function withheldAnswer(answer: Answer, readable: Readable): Answer {
  const numbers = new Set(answer.citations.filter(({ withheld }) => withheld).map(({ number }) => number));
  const isHidden = ({ documentId }: { readonly documentId: string | null }) =>
    documentId !== null && !readable(documentId);
  const conflicts = answer.conflicts.map((conflict) => withheldConflict(conflict, isHidden));
  const droppedClaims = answer.droppedClaims.filter(({ evidence }) => evidence === null || !isHidden(evidence));
  const notices = answer.notices.filter((notice) => !isHidden(notice));
  const written = answer.written.filter(
    ({ evidence, citationNumbers }) =>
      !evidence.some(isHidden) && !citationNumbers.some((number) => numbers.has(number)),
  );
  const rest = { ...answer, conflicts, droppedClaims, written, notices };
  // What a person wrote is shown as long as the curated answer is.
  if (numbers.size === 0 || answer.mode === 'CURATED') return rest;
  const { shortAnswer, table } = answer;
  return {
    ...rest,
    ...withheldText(answer, numbers),
    shortAnswer: shortAnswer && numbers.has(shortAnswer.citationNumber) ? null : shortAnswer,
    table: table?.rows.some(({ citationNumber }) => numbers.has(citationNumber)) ? null : table,
  };
}

function withheldConflict(conflict: Conflict, isHidden: (side: Conflict['sides'][number]) => boolean): Conflict {
  const sides = conflict.sides.map((side) =>
    isHidden(side) ? { ...side, quote: '', value: '', withheld: true as const, sectionPath: [], governing: [] } : side,
  );
  return { ...conflict, sides };
}

/** The text with a mark for each claim that rests on a withheld citation, and all spans as they then are. */
function withheldText(
  { text, claims, citations }: Answer,
  numbers: ReadonlySet<number>,
): Pick<Answer, 'text' | 'claims' | 'citations'> {
  const isWithheld = ({ citationNumbers }: Claim) => citationNumbers.some((number) => numbers.has(number));
  const spans = claims.filter(isWithheld).map(({ answerSpan }) => answerSpan);
  const cuts = [...new Map(spans.map((span) => [span.start, span])).values()];
  const moved = (position: number) =>
    cuts.reduce((at, { start, end }) => (position >= end ? at - (end - start) + omission.length : at), position);
  const movedSpan = ({ start, end }: Span): Span => ({ start: moved(start), end: moved(end) });
  return {
    text: cuts
      .toSorted((left, right) => right.start - left.start)
      .reduce((rest, { start, end }) => rest.slice(0, start) + omission + rest.slice(end), text),
    claims: claims.map((claim) => ({
      ...claim,
      answerSpan: movedSpan(claim.answerSpan),
      ...(isWithheld(claim) && { text: omission }),
    })),
    citations: citations.map((citation) => ({ ...citation, answerSpan: movedSpan(citation.answerSpan) })),
  };
}
