/** What stands above a quoted place and governs it: what of it is read with the quote, and how. */
import { governorsIn, type Governed, type GoverningKind } from '../../knowledge/cut/governs.ts';
import type { Span } from '../../knowledge/document.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { suspicious } from '../injection/orders.ts';
import { denies } from '../../knowledge/language/negation.ts';
import { noVoids, type Voids } from './voids.ts';

/** A line that governs a quoted place: `version.text.slice(sourceSpan.start, sourceSpan.end) === quote`, always. */
export interface GoverningLine {
  readonly kind: GoverningKind;
  readonly quote: string;
  readonly sourceSpan: Span;
}

/** A passage as far as it governs what stands in it. */
export type Surroundings = Pick<Passage, 'documentTitle' | 'sectionPath' | 'text' | 'sourceSpan'>;

const known = new WeakMap<Surroundings, (position: number) => Governed>();

function governedAt(passage: Surroundings, { start }: Span): Governed {
  const find = known.get(passage) ?? governorsIn(passage.text);
  known.set(passage, find);
  return find(start - passage.sourceSpan.start);
}

/** What governs a span of a passage's version from within the passage, outermost first; an order to whoever answers does not. */
export function governingOf(passage: Surroundings, span: Span): GoverningLine[] {
  const offset = passage.sourceSpan.start;
  return governedAt(passage, span)
    .by.map(({ kind, start, end }) => ({
      kind,
      quote: passage.text.slice(start, end),
      sourceSpan: { start: start + offset, end: end + offset },
    }))
    .filter(({ kind, quote }) => kind === 'HEADING' || !suspicious(quote));
}

/** The headings above a span, outermost first, without the document's title. */
export function headingsAt(passage: Surroundings, span: Span): string[] {
  const inner = governingOf(passage, span).filter(({ kind }) => kind === 'HEADING');
  return [...passage.sectionPath, ...inner.map(({ quote }) => quote)];
}

/** What stands above a quote, as its citation, evidence or side of a conflict has it. */
export const standsUnder = (passage: Surroundings, span: Span) => ({
  sectionPath: headingsAt(passage, span),
  governing: governingOf(passage, span),
});

/** Of the items that another one stands under, the nearest are read with it. */
const mostItems = 2;

/**
 * Whether an item stands below nothing but headings: these say in few words what it is of, and may void it in more ways
 * than are known, so it is read with them and is never CONFIDENT.
 */
export function isHeadedItem(passage: Surroundings, span: Span): boolean {
  const besides: readonly GoverningKind[] = ['HEADING', 'LABEL', 'ITEM'];
  return isLed(passage, span) && governingOf(passage, span).every(({ kind }) => besides.includes(kind));
}

/** Whether what leads in a part of a list, table or code may stand before its passage. */
export function lacksLead(passage: Surroundings, span: Span): boolean {
  const { by, isOpen } = governedAt(passage, span);
  // A row of a data file is a passage of its own.
  return isOpen && passage.text.includes('\n') && !by.some(({ kind }) => kind === 'LEAD' || kind === 'CAPTION');
}

/** A part of a list, of a table or of led lines: it says what its lead says of it. */
export function isLed(passage: Surroundings, span: Span): boolean {
  return governedAt(passage, span).isLed;
}

/**
 * What is read before a quote, so that it says what it says in its place: the lines that lead it in or, where none does,
 * the headings; and any heading that denies or voids. An order to whoever answers is left out; its passage is never
 * CONFIDENT. '' where the quote speaks for itself.
 */
export function leadInOf(passage: Surroundings, span: Span, voids: Voids = noVoids): string {
  const { documentTitle } = passage;
  const all = governingOf(passage, span);
  const items = all.filter(({ kind }) => kind === 'ITEM').slice(-mostItems);
  const nearer = all.filter((line) => line.kind !== 'HEADING' && (line.kind !== 'ITEM' || items.includes(line)));
  const headings = headingsAt(passage, span);
  const isPart = isLed(passage, span);
  const isHeaded = isHeadedItem(passage, span);
  const isTitled = headings.length === 0 || headings[0] === documentTitle;
  const above = headings.filter((heading, at) => {
    const fromEnd = headings.length - 1 - at;
    if (voids.above.includes(heading) || denies(heading)) return true;
    if (fromEnd === 0) return isHeaded || (isPart && asks(heading));
    return fromEnd === 1 && isHeaded && heading !== documentTitle;
  });
  const title = isTitled && voids.above.includes(documentTitle) ? [documentTitle] : [];
  const headed = [...new Set([...title, ...above])].join(' › ');
  return [headed === '' ? '' : joint(headed), ...nearer.map(({ kind, quote }) => joint(quote, kind))]
    .filter((line) => !suspicious(line))
    .join('');
}

const asks = (heading: string): boolean => /[?？؟]/u.test(heading);

/** A line with the mark between it and what it governs. */
function joint(line: string, kind?: GoverningKind): string {
  if (kind === 'ROW') return `${line}; `;
  return /[.:;!?…。：！？]["'”’»)\]]*$/u.test(line) ? `${line} ` : `${line}: `;
}

/** A sentence behind what governs it. */
export function withLeadIn({ passage, sourceSpan, text }: Stated, voids: Voids = noVoids): string {
  return behindLeadIn(leadInOf(passage, sourceSpan, voids), text);
}

interface Stated {
  readonly passage: Surroundings;
  readonly sourceSpan: Span;
  readonly text: string;
}

/** A statement as it is read: its words behind what leads them in. */
export function behindLeadIn(leadIn: string, words: string): string {
  if (leadIn === '') return words;
  return words.includes('\n') ? `${leadIn.trimEnd()}\n${words}` : `${leadIn}${words}`;
}
