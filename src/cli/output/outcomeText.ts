import type { Abstention, Alternative, Answer, Clarification, Outcome } from '../../agent/state/outcome.ts';
import type { App } from '../../app/app.ts';
import type { Tier } from '../../confidence/signals.ts';
import type { Citation, ClaimWording, Conflict, Notice, WrittenClaim } from '../../grounding/claim.ts';
import type { AnswerTable } from '../../grounding/claims/answerTable.ts';
import {
  type CuratedAnswer,
  type Document,
  type DocumentVersion,
  locate,
  type SourceLocation,
} from '../../knowledge/document.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { noPaint, type Paint, printableCopy, type Style } from '../terminal.ts';
import { passageJson } from './passages.ts';
import { clip, formatTable, wrap } from './table.ts';

/** Beyond this, lines of prose are hard to read. */
const proseWidth = 100;

/** The inputs that the text of an outcome needs. */
interface Setting {
  readonly sources: Sources;
  readonly width: number;
  readonly paint: Paint;
}

/** An outcome in readable form. Lines are wrapped before they are coloured: escape codes have no width. */
export function outcomeText(outcome: Outcome, sources: Sources, columns: number, paint: Paint = noPaint): string {
  const width = Math.min(columns, proseWidth);
  const setting = { sources, width, paint };
  const degraded = outcome.degraded.map(({ part, message }) => paint('yellow', `Did not work: ${part}: ${message}`));
  const blocks = [...bodyOf(outcome, setting), alternativesBlock(outcome, setting)];
  const closing = [summaryLine(outcome, paint), ...degraded, paint('dim', `Run ${outcome.id}`)];
  return [...blocks, closing.join('\n')].filter(Boolean).join('\n\n');
}

function bodyOf(outcome: Outcome, setting: Setting): string[] {
  switch (outcome.type) {
    case 'Answer':
      return answerBlocks(outcome, setting);
    case 'Clarification':
      return clarificationBlocks(outcome, setting);
    case 'Abstention':
      return abstentionBlocks(outcome, setting);
  }
}

function answerBlocks(answer: Answer, setting: Setting): string[] {
  const { sources, width, paint } = setting;
  const dropped = answer.droppedClaims.map(({ text, reason }) =>
    paint('dim', `Left out, not proven: ${clip(text, width - 24)} (${reason})`),
  );
  const notices = answer.notices.map((notice) => paint('yellow', noticeLine(notice, sources, width)));
  const conflicts = answer.conflicts
    .filter((conflict) => !isHistory(conflict))
    .map((conflict) => paint('yellow', conflictLine(conflict, sources)));
  return [
    citationMarks(wrap(answer.text, width), paint),
    answer.table ? answerTableText(answer.table, width) : '',
    notices.join('\n'),
    writtenBlock(answer, setting),
    ...answer.citations.map((citation) => citationBlock(citation, setting)),
    conflicts.join('\n'),
    dropped.join('\n'),
  ];
}

const standings: Readonly<Record<ClaimWording, string>> = {
  VERBATIM: "the document's words",
  ENTAILED: 'follows by a second check',
  REWORDED: "in the model's words, not proven",
  TRANSLATED: 'translated by the model; numbers and names compared',
};

/** What a model wrote, each sentence with how far it is proven; empty where it has the source's words alone. */
function writtenBlock({ written }: Answer, { width, paint }: Setting): string {
  if (written.every(({ wording }) => wording === 'VERBATIM')) return '';
  const lines = written.map((claim) => citationMarks(wrap(`- ${writtenLine(claim)}`, width, '  '), paint));
  return [paint('cyan', writtenHeading), ...lines].join('\n');
}

export const writtenHeading = "In a model's own words:";

/** A sentence of a model with how far it is proven. */
export function writtenLine({ text, wording, formula, citationNumbers }: WrittenClaim): string {
  const marks = citationNumbers.map((number) => ` [${number}]`).join('');
  return `${text}${marks} (${[standings[wording], ...(formula === null ? [] : [formula])].join('; ')})`;
}

/** The notices already report what one document said before. */
function isHistory({ resolution, sides }: Conflict): boolean {
  return resolution === 'NEWER_VERSION' && sides.every(({ documentId }) => documentId === sides[0]?.documentId);
}

const preferredBecause = { NEWER_VERSION: '; the first is newer', AUTHORITY: '; the first is trusted', UNRESOLVED: '' };

function conflictLine({ kind, resolution, sides }: Conflict, sources: Sources): string {
  return `Sources disagree (${kind.toLowerCase()}): ${sides.map((side) => `${side.value} in ${sources.document(side.documentId)?.title ?? side.title ?? side.documentId}`).join(' / ')}${preferredBecause[resolution]}`;
}

/** Colours the numbers that refer to the sources below. */
function citationMarks(text: string, paint: Paint): string {
  return text.replaceAll(/\[\d+\]/gu, (mark) => paint('cyan', mark));
}

function citationBlock(citation: Citation, { sources, width, paint }: Setting): string {
  const document = sources.document(citation.documentId);
  const version = sources.version(citation.versionId);
  const where = [
    citation.documentKey,
    ...(version ? [`version ${version.number}`, ...locationText(locate(version.sourceMap, citation.sourceSpan))] : []),
    ...(document ? [] : ['no longer here']),
  ].join(', ');
  const title = citation.title ?? document?.title ?? citation.documentKey;
  const place = pathOf(title, citation.sectionPath).replace(title, () => `${title} (${where})`);
  const above = (citation.governing ?? [])
    .filter(({ kind }) => kind !== 'HEADING')
    .map(({ quote }) => quote)
    .join(' › ');
  const status = citation.status === 'SUPPORTED' ? '' : ` ${citation.status}`;
  return [
    citationMarks(wrap(`[${citation.number}]${status} “${citation.quote}”`, width, '    '), paint),
    ...(above ? [paint('dim', wrap(`    below “${above}”`, width, '    '))] : []),
    paint('dim', `    ${place}`),
    ...(citation.url ? [paint('dim', `    ${citation.url}`)] : []),
  ].join('\n');
}

/** A notice, with the key of the document that it concerns. */
function noticeLine({ message, documentId }: Notice, sources: Sources, width: number): string {
  const document = documentId === null ? undefined : sources.document(documentId);
  return wrap(`Note${document ? ` (${document.key})` : ''}: ${message}`, width, '  ');
}

function clarificationBlocks(clarification: Clarification, { width, paint }: Setting): string[] {
  return [
    paint('bold', wrap(clarification.text, width)),
    clarification.options
      .map(({ text, preview }) => wrap(`- ${text}${preview === null ? '' : `: ${preview}`}`, width, '  '))
      .join('\n'),
    clarification.why,
  ];
}

function abstentionBlocks(abstention: Abstention, { width, paint }: Setting): string[] {
  const steps = abstention.nextSteps.map(({ text }) => wrap(`- ${text}`, width, '  '));
  return [
    paint('bold', wrap(abstention.message, width)),
    steps.length > 0 ? [paint('cyan', 'What you can do:'), ...steps].join('\n') : '',
  ];
}

/** The title and headings. The first heading is left out if it repeats the title. */
function pathOf(title: string, sectionPath: readonly string[]): string {
  return [title, ...sectionPath.filter((heading, depth) => depth > 0 || heading !== title)].join(' › ');
}

/** Where else to look: each place by its best sentence. */
function alternativesBlock(outcome: Outcome, { width, paint }: Setting): string {
  const { alternatives, type } = outcome;
  if (alternatives.length === 0) return '';
  const title = type === 'Answer' ? 'It may also stand here:' : 'The answer may stand here:';
  const suggested = type === 'Abstention' ? outcome.suggestion?.passage.chunkId : undefined;
  const lines = alternatives.map((each, index) =>
    each.passage.chunkId === suggested
      ? placeLine(each, index + 1, width, 'see above')
      : `${placeLine(each, index + 1, width, each.reason)}\n   ${wrap(each.sentence.replaceAll(/\s+/g, ' '), width, '   ')}`,
  );
  return [paint('cyan', title), ...lines].join('\n');
}

/** @param note why it is no answer, or where its sentence stands */
function placeLine(
  { passage, sectionPath, likelihood }: Alternative,
  position: number,
  width: number,
  note: string,
): string {
  const facts = ` (${passage.documentKey}, ${Math.round(100 * likelihood)} %, ${note})`;
  return `${position}. ${clip(pathOf(passage.documentTitle, sectionPath), width - 4 - facts.length)}${facts}`;
}

const tierStyles: Readonly<Record<Tier, Style>> = {
  CONFIDENT: 'green',
  UNCERTAIN: 'yellow',
  NO_MATCH: 'red',
  VERIFICATION_FAILED: 'red',
};

function summaryLine(outcome: Outcome, paint: Paint): string {
  const { confidence, usage } = outcome;
  const tier = paint(tierStyles[outcome.tier], outcome.tier);
  const parts = [
    outcome.type === 'Abstention' ? `${tier} (${outcome.reason})` : tier,
    `confidence ${confidence.display.toFixed(1)} of 100${confidence.calibration ? '' : ' (not calibrated)'}`,
    outcome.stopReason,
    ...(outcome.type === 'Answer' ? [outcome.mode] : []),
    `${usage.rounds} round${usage.rounds === 1 ? '' : 's'}`,
    `${Math.round(usage.millis)} ms`,
    ...(usage.modelCalls > 0 ? [`${usage.inputTokens + usage.outputTokens} tokens`] : []),
  ];
  return parts.join(' · ');
}

const gap = 2;
const leastWidth = 8;

/** The rows that an answer rests on: a table if its columns fit, otherwise one cell per line. */
function answerTableText(table: AnswerTable, width: number): string {
  return [table.caption ? `${table.caption}:` : '', rowsText(table, width)].filter(Boolean).join('\n');
}

function rowsText({ columns, rows }: AnswerTable, width: number): string {
  const texts = rows.map(({ cells }) =>
    columns.map((column) => cells.find((cell) => cell.column === column)?.text ?? ''),
  );
  const room = Math.floor((width + gap) / columns.length) - gap;
  if (room >= leastWidth) {
    const fits = formatTable(
      columns.map((column, index) => ({
        title: clip(column, room),
        align:
          rows.every(({ cells }) => cells.every((cell) => cell.column !== column || cell.kind === 'NUMBER')) &&
          index > 0
            ? ('right' as const)
            : ('left' as const),
      })),
      texts.map((row) => row.map((text) => clip(text, Math.max(room, width - (columns.length - 1) * (room + gap))))),
    );
    if (fits.split('\n').every((line) => line.length <= width * 1.5)) return fits;
  }
  return rows
    .map(({ cells }) =>
      cells.map(({ column, text }) => `${column}: ${clip(text, width - column.length - 2)}`).join('\n'),
    )
    .join('\n\n');
}

/** The documents and versions that a result refers to, looked up in one call each. */
export interface Sources {
  document(id: string): Document | undefined;
  version(id: string): DocumentVersion | undefined;
}

/** The same, with texts that can no longer control a terminal. */
export function printableSources(sources: Sources): Sources {
  return {
    document: (id) => printableCopy(sources.document(id)),
    // Only the numbers and locations of a version are shown, and its text is long.
    version: (id) => sources.version(id),
  };
}

/** Looks up what the citations, conflicts and notices of `outcome` refer to. */
export async function findSources(app: App, caller: Caller, outcome: Outcome): Promise<Sources> {
  const sides = outcome.type === 'Answer' ? outcome.conflicts.flatMap((conflict) => conflict.sides) : [];
  const pointers = [...outcome.citations, ...sides, ...(outcome.type === 'Answer' ? outcome.notices : [])];
  const documentIds = [...new Set(pointers.flatMap(({ documentId }) => documentId ?? []))];
  const versionIds = [...new Set(pointers.flatMap(({ versionId }) => versionId ?? []))];
  const [documents, versions] = await Promise.all([
    documentIds.length > 0 ? app.knowledge.documents(caller, documentIds) : [],
    versionIds.length > 0 ? app.knowledge.versions(caller, versionIds) : [],
  ]);
  const documentOf = new Map(documents.flatMap((document) => (document ? [[document.id, document]] : [])));
  const versionOf = new Map(versions.flatMap((version) => (version ? [[version.id, version]] : [])));
  return { document: (id) => documentOf.get(id), version: (id) => versionOf.get(id) };
}

/** `page 3` or `lines 3–7`; empty if the source has no locations. */
export function locationText(location: SourceLocation | null): string[] {
  const range = (name: string, first: number | null, last: number | null) =>
    first === null ? [] : [first === last ? `${name} ${first}` : `${name}s ${first}–${last ?? first}`];
  return location
    ? [...range('page', location.page, location.endPage), ...range('line', location.line, location.endLine)]
    : [];
}

/**
 * An outcome with the names of schema/ask.graphql, as `Query.ask` returns it. The long texts of versions are left out.
 */
export function outcomeJson(outcome: Outcome, sources: Sources): unknown {
  return { ...core(outcome, sources), ...rest(outcome, sources) };
}

function core(outcome: Outcome, sources: Sources) {
  return {
    __typename: outcome.type,
    id: outcome.id,
    question: outcome.question,
    tier: outcome.tier,
    confidence: outcome.confidence,
    stopReason: outcome.stopReason,
    citations: outcome.citations.map((citation) => citationJson(citation, sources)),
    alternatives: outcome.alternatives.map(alternativeJson),
    run: { id: outcome.id },
    usage: outcome.usage,
    degraded: outcome.degraded,
  };
}

function rest(outcome: Outcome, sources: Sources): Record<string, unknown> {
  switch (outcome.type) {
    case 'Answer': {
      const {
        text,
        shortAnswer,
        table,
        claims,
        written,
        droppedClaims,
        conflicts,
        notices,
        curated,
        verification,
        mode,
      } = outcome;
      return {
        text,
        shortAnswer,
        table,
        claims,
        written,
        droppedClaims,
        conflicts: conflicts.map((conflict) => conflictJson(conflict, sources)),
        notices: notices.map((notice) => noticeJson(notice, sources)),
        curated: curated && curatedJson(curated),
        verification,
        mode,
      };
    }
    case 'Clarification': {
      const { text, reason, why, options } = outcome;
      return { text, reason, why, options };
    }
    case 'Abstention': {
      const { message, suggestion, reason, nextSteps, nearest } = outcome;
      return {
        message,
        suggestion: suggestion && alternativeJson(suggestion),
        reason,
        nextSteps,
        nearest: nearest.map(passageJson),
      };
    }
  }
}

function alternativeJson({ passage, ...alternative }: Alternative) {
  const { documentId, documentKey, documentTitle, url } = passage;
  const document = { id: documentId, key: documentKey, title: documentTitle, url };
  return { ...alternative, document, passage: passageJson(passage) };
}

function citationJson(citation: Citation, sources: Sources) {
  const { documentId, versionId, chunkId: _chunkId, ...shown } = citation;
  const version = sources.version(versionId);
  const document = documentJson(documentId, sources);
  return {
    ...shown,
    title: citation.title ?? document?.title ?? citation.documentKey,
    location: locate(version?.sourceMap ?? null, shown.sourceSpan),
    document,
    version: versionJson(versionId, sources),
  };
}

function conflictJson(conflict: Conflict, sources: Sources) {
  const sides = conflict.sides.map(({ documentId, versionId, ...side }) => ({
    document: documentJson(documentId, sources),
    version: versionJson(versionId, sources),
    ...side,
  }));
  return { ...conflict, sides };
}

function noticeJson({ documentId, versionId, ...notice }: Notice, sources: Sources) {
  return {
    ...notice,
    document: documentId && documentJson(documentId, sources),
    version: versionId && versionJson(versionId, sources),
  };
}

function curatedJson({ sourceDocumentIds, ...curated }: CuratedAnswer) {
  return { ...curated, sources: sourceDocumentIds.map((id) => ({ id })), stale: curated.staleSources.length > 0 };
}

/** Null for a document that is gone: what quotes it has its key and title. */
function documentJson(id: string, sources: Sources) {
  const document = sources.document(id);
  return document ? { id, key: document.key, title: document.title, url: document.url } : null;
}

function versionJson(id: string, sources: Sources) {
  const version = sources.version(id);
  return version ? { id, number: version.number } : null;
}
