import type { Span } from '../document.ts';
import type { Block } from '../formats/parsed.ts';
import { pack, type Draft, measure, type MeasuredBlock } from './pack.ts';
import { sections, titleSpan, type Section } from './sections.ts';
import { countTokens } from '../tokens.ts';

export type ContentType = 'PROSE' | 'LIST' | 'TABLE' | 'CODE' | 'RECORD';

/** A piece of canonical text that retrieval finds and an answer reads. */
export interface ChunkDraft extends Span {
  /** Headings above the text, outermost first, without their marks. */
  readonly sectionPath: readonly string[];
  /** What most of the text is. */
  readonly contentType: ContentType;
  /** As `countTokens` counts the text. */
  readonly tokenCount: number;
}

/** No chunk is longer. */
export const maxTokens = 800;
/** Where a chunk of prose is closed: about 250 words. Longer chunks blur BM25's length normalisation and give the reader more than was asked. */
export const targetTokens = 330;
interface MeasuredSection extends Section, Span {
  readonly measured: readonly MeasuredBlock[];
  readonly tokens: number;
  /** Sections that were joined are one chunk and not packed again. */
  readonly isJoined: boolean;
}

/**
 * Cuts canonical text at headings, then at blocks, then at sentences. Tables and code stay whole up to `maxTokens`; a RECORD is a
 * chunk of its own. Chunks are in order, do not overlap and cover every non-blank character, but for headings, which stand in
 * `sectionPath`. Without blocks each line is a paragraph. A heading stands in a text where it would otherwise be lost: in joined sections, and where nothing is below it.
 */
export function chunk(text: string, blocks: readonly Block[]): ChunkDraft[] {
  const found = sections(text, blocks).map((section) => measureSection(text, section));
  return joinSmall(text, found).flatMap((section) => {
    const sectionPath = section.isJoined || section.blocks.length > 0 ? section.path : section.path.slice(0, -1);
    return draftsOf(text, section).map(({ start, end, parts }) => ({
      start,
      end,
      sectionPath,
      contentType: contentType(parts),
      tokenCount: countTokens(text.slice(start, end)),
    }));
  });
}

/** A heading with nothing below it is its own body. */
function measureSection(text: string, section: Section): MeasuredSection {
  const body: readonly Block[] =
    section.blocks.length > 0 || !section.heading
      ? section.blocks
      : [{ ...titleSpan(text, section.heading), kind: 'PARAGRAPH' }];
  const measured = body.map((block) => measure(text, block, maxTokens));
  const pieces = measured.flatMap((block) => block.pieces);
  return {
    ...section,
    measured,
    start: pieces[0]?.start ?? 0,
    end: pieces.at(-1)?.end ?? 0,
    tokens: measured.reduce((sum, block) => sum + block.tokens, 0),
    isJoined: false,
  };
}

function draftsOf(text: string, section: MeasuredSection): Draft[] {
  if (section.isJoined)
    return [{ start: section.start, end: section.end, tokens: section.tokens, parts: section.measured }];
  return pack(text, section.measured, { target: targetTokens, max: maxTokens });
}

function joinSmall(text: string, found: readonly MeasuredSection[]): MeasuredSection[] {
  const list: MeasuredSection[] = [];
  for (const section of found) {
    const before = list.at(-1);
    const both = before && join(text, before, section);
    if (both) list[list.length - 1] = both;
    else list.push(section);
  }
  return list;
}

/**
 * Two neighbours as one section, whose path is what they share; none where they are no family or exceed the target. Joined whenever
 * they fit and not only when one is tiny (under 55 tokens): the golden questions then find .89 of their documents within ten
 * instead of .86, those on Knative's docs .90 instead of .87.
 */
function join(text: string, left: MeasuredSection, right: MeasuredSection): MeasuredSection | undefined {
  const path = sharedParent(left, right);
  if (path.length === 0 || left.tokens + right.tokens > targetTokens) return undefined;
  const losesHeading = left.path.length > path.length;
  // A heading further up that falls out of the path as well could not be found any more.
  if (losesHeading && !left.heading) return undefined;
  const measured = [...left.measured, ...right.measured];
  if (measured.some(({ kind }) => kind === 'RECORD')) return undefined;
  const start = losesHeading && left.heading ? left.heading.start : left.start;
  const tokens = countTokens(text.slice(start, right.end));
  if (tokens > targetTokens) return undefined;
  return {
    path,
    heading: losesHeading ? undefined : left.heading,
    blocks: [...left.blocks, ...right.blocks],
    measured,
    start,
    end: right.end,
    tokens,
    isJoined: true,
  };
}

/** The parent heading of two siblings, or of a heading's own text and its first subsection; empty where they have none in common. */
function sharedParent(left: Section, right: Section): readonly string[] {
  const parent = right.path.slice(0, -1);
  const isSibling =
    left.path.length === right.path.length && parent.every((title, level) => title === left.path[level]);
  const isParent = left.path.length === parent.length && left.path.every((title, level) => title === parent[level]);
  return isSibling || isParent ? parent : [];
}

/** The kind that most of the tokens belong to. */
function contentType(parts: Draft['parts']): ContentType {
  const tokens = new Map<ContentType, number>();
  for (const { kind, tokens: count } of parts) {
    const type = kind === 'PARAGRAPH' || kind === 'HEADING' ? 'PROSE' : kind;
    tokens.set(type, (tokens.get(type) ?? 0) + count);
  }
  return [...tokens].sort(([, left], [, right]) => right - left)[0]?.[0] ?? 'PROSE';
}
