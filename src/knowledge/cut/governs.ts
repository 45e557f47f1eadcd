/**
 * What governs a stretch of canonical text: the line that leads a list in, the heading, the item above, the caption, the
 * question. Such a line may take the force of what stands below it ("Never do any of the following:"), so nothing is
 * quoted without it. All of it is read off the form of the text, in no language.
 */
import type { Span } from '../document.ts';
import { labelsOf } from '../ancestors.ts';
import { itemMark, sentences, stepMark, trimSpan } from '../language/sentences.ts';

/**
 * HEADING: above a section. LEAD: the line above a list, a table, code or lines. CAPTION: the title of a table. ITEM: the
 * item that another stands under. ROW: the first cell of a row, COLUMN: the header of a cell, both for words from within
 * a cell. LABEL: what a line begins with before a colon: a term that is defined, a kind of callout, who speaks. QUESTION:
 * the question above its answer.
 */
export type GoverningKind = 'HEADING' | 'LEAD' | 'CAPTION' | 'ITEM' | 'ROW' | 'COLUMN' | 'LABEL' | 'QUESTION';

/** A stretch of the text that governs another one. */
export interface Governor extends Span {
  readonly kind: GoverningKind;
}

/** What governs a place of a text. */
export interface Governed {
  /** Outermost first: headings, then what stands nearer. */
  readonly by: readonly Governor[];
  /** The place is an item, a row, code or a led line: a part of what its lead says, and no sentence of its own. */
  readonly isLed: boolean;
  /** Nothing but its list, table or code stands above it in the text: what leads it in may stand before the text. */
  readonly isOpen: boolean;
}

type Role = 'HEADING' | 'ITEM' | 'ROW' | 'CODE' | 'TEXT';

interface Line extends Span {
  readonly role: Role;
  /** A blank line, or nothing, stands above it. */
  readonly opens: boolean;
}

/** A line with what governs it as a whole. */
interface GovernedLine extends Line, Governed {}

/** What governs a line beside its headings. */
type Led = Pick<Governed, 'by' | 'isLed'>;

const headingMark = /^(#{1,6}) +(?=\S)/;
/** `Header: cell; Header: cell`, or with a first cell that has no header. */
const rowShape = /^(?:[^.;:\n]{1,80}: [^;\n]*|[^.;:\n]{1,60}); [^.;:\n]{1,80}: /;
const firstHeader = /^([^.;:\n]{1,60}): /;
const codeMark = /^ {4}/;
/** A longer line of several sentences leads in by its last one. */
const longestLead = 240;
const leads = /[:：]\s*$/u;
const states = /[.!?…。！？]["'”’»)\]]*\s*$/u;
const asksOnly = /^[^.!。]{2,200}[?？؟]["'”’»)\]]*\s*$/u;
/** A title has no marks within; a longer line without a mark at its end is a line that was broken. */
const titleShape = /^[^.:;!?\n]{1,120}$/u;

/**
 * Finds what governs the places of a text, which is cut into lines once.
 * @returns for an offset in the text; of a place on a blank line, nothing
 */
export function governorsIn(text: string): (position: number) => Governed {
  const lines = governedLines(text, linesOf(text));
  return (position) => {
    const line = lines.find(({ start, end }) => start <= position && position < end);
    if (!line) return { by: [], isLed: false, isOpen: false };
    return { by: [...line.by, ...withinLine(text, line, position)], isLed: line.isLed, isOpen: line.isOpen };
  };
}

function linesOf(text: string): Line[] {
  const found: Line[] = [];
  let opens = true;
  let start = 0;
  const all = text.split('\n');
  for (const [at, line] of all.entries()) {
    const span = { start, end: start + line.length };
    start = span.end + 1;
    // A line of marks alone underlines the one above it.
    if (!/[\p{L}\p{N}]/u.test(line)) opens ||= line.trim() === '';
    else {
      found.push({ ...span, opens, role: roleOf(line, all[at - 1] ?? '', all[at + 1] ?? '') });
      opens = false;
    }
  }
  return found;
}

function roleOf(line: string, before: string, next: string): Role {
  if (headingMark.test(line)) return 'HEADING';
  if (itemMark.test(line)) return 'ITEM';
  if (codeMark.test(line)) return 'CODE';
  // A table of one column has the same header in each row.
  const header = firstHeader.exec(line)?.[0];
  const isRow = rowShape.test(line) || (header !== undefined && (before.startsWith(header) || next.startsWith(header)));
  return isRow ? 'ROW' : 'TEXT';
}

/** An item that others may stand under. */
interface OpenItem {
  readonly line: Line;
  readonly indent: number;
  readonly isStep: boolean;
}

/** What has been read above a line. */
interface Above {
  headings: readonly (Governor & { readonly depth: number })[];
  /** Lines of text since the last heading. */
  texts: Line[];
  before: Line | undefined;
  /** What leads in the list, table, code or lines that are being read. */
  lead: readonly Governor[];
  items: OpenItem[];
  /** Whether blank lines stand between the items of the list; undefined: it has one item so far. */
  isLoose: boolean | undefined;
  /** Lines of text are led one by one, for as long as each is one sentence. */
  ledText: 'NONE' | 'LINES' | 'PARAGRAPHS';
  /** No heading and no text has been read. */
  isStart: boolean;
}

function governedLines(text: string, lines: readonly Line[]): GovernedLine[] {
  const above: Above = {
    headings: [],
    texts: [],
    before: undefined,
    lead: [],
    items: [],
    isLoose: undefined,
    ledText: 'NONE',
    isStart: true,
  };
  return lines.map((line) => {
    const { by, isLed } = readers[line.role](text, line, above);
    above.before = line;
    above.isStart &&= line.role !== 'HEADING' && line.role !== 'TEXT';
    return {
      ...line,
      isLed,
      isOpen: above.isStart,
      by: [...above.headings.filter(({ start }) => start < line.start), ...by],
    };
  });
}

/** Reads a line: what governs it beside the headings, and what it changes for those below. */
const readers: Readonly<Record<Role, (text: string, line: Line, above: Above) => Led>> = {
  HEADING(text, line, above) {
    const depth = headingMark.exec(text.slice(line.start, line.end))?.[1]?.length ?? 1;
    const marks = headingMark.exec(text.slice(line.start, line.end))?.[0].length ?? 0;
    const span = trimSpan(text, { start: line.start + marks, end: line.end });
    above.headings = [...above.headings.filter((each) => each.depth < depth), { ...span, kind: 'HEADING', depth }];
    forget(above);
    above.texts = [];
    return { by: [], isLed: false };
  },
  ITEM(text, line, above) {
    // Behind a list without blank lines, one begins another list.
    if (above.items.length > 0 && line.opens && above.isLoose === false) forget(above);
    else if (above.items.length === 0) above.lead = leadOf(text, above, 'LEAD');
    else above.isLoose ??= line.opens;
    above.ledText = 'NONE';
    const written = text.slice(line.start, line.end);
    const item = { line, indent: /^ */.exec(written)?.[0].length ?? 0, isStep: stepMark.test(written) };
    above.items = above.items.filter((other) => isAbove(text, other, item));
    // Parents that the item's own text names are not said twice.
    const named = labelsOf(written).length;
    const parents = above.items
      .slice(0, Math.max(0, above.items.length - named))
      .map((parent) => ({ ...itemSpan(text, parent.line), kind: 'ITEM' as const }));
    above.items = [...above.items, item];
    return { by: [...above.lead, ...parents], isLed: true };
  },
  ROW: (text, line, above) => led(text, line, above, 'CAPTION'),
  CODE: (text, line, above) => led(text, line, above, 'LEAD'),
  TEXT(text, line, above) {
    const { before } = above;
    const asked = before && isQuestion(text, before) ? [governor(text, before, 'QUESTION')] : [];
    const lead = ledTextLead(text, line, above);
    if (lead.length === 0) forget(above);
    above.texts.push(line);
    return { by: [...lead, ...asked], isLed: lead.length > 0 };
  },
};

function forget(above: Above): void {
  above.items = [];
  above.isLoose = undefined;
  above.lead = [];
  above.ledText = 'NONE';
}

/** A row or a line of code: what leads its table or block leads each of them. */
function led(text: string, line: Line, above: Above, untitled: 'CAPTION' | 'LEAD'): Led {
  if (above.before?.role !== line.role) {
    const isInItem = above.before?.role === 'ITEM' && leads.test(text.slice(above.before.start, above.before.end));
    const parents = isInItem
      ? above.items.map((item) => ({ ...itemSpan(text, item.line), kind: 'ITEM' as const }))
      : [];
    const lead = isInItem ? [...above.lead, ...parents] : leadOf(text, above, untitled);
    forget(above);
    above.lead = lead;
  }
  // A row says by its headers what it is; code does not.
  return { by: above.lead, isLed: line.role === 'CODE' || above.lead.length > 0 };
}

/** Whether another item stands under one: indented, or of another kind of list below a colon. */
function isAbove(text: string, upper: OpenItem, item: OpenItem): boolean {
  if (upper.indent < item.indent) return true;
  const isOpen = leads.test(text.slice(upper.line.start, upper.line.end));
  return upper.indent === item.indent && isOpen && upper.isStep !== item.isStep;
}

function itemSpan(text: string, line: Line): Span {
  const mark = itemMark.exec(text.slice(line.start, line.end))?.[0].length ?? 0;
  return trimSpan(text, { start: line.start + mark, end: line.end });
}

/**
 * What leads in what begins below the last line: that line's last sentence if it ends with a colon, has no mark at its
 * end, or is the only one in its section and short; and the line above a title that is led itself.
 */
function leadOf(text: string, { before, texts }: Above, untitled: 'CAPTION' | 'LEAD'): Governor[] {
  if (before?.role !== 'TEXT') return [];
  const written = text.slice(before.start, before.end);
  if (leads.test(written)) return [governor(text, before, 'LEAD')];
  if (asksOnly.test(written)) return [governor(text, before, 'QUESTION')];
  if (!states.test(written) && titleShape.test(written)) {
    const further = texts.at(-2);
    const isLedToo = further !== undefined && leads.test(text.slice(further.start, further.end));
    return [...(isLedToo ? [governor(text, further, 'LEAD')] : []), governor(text, before, untitled)];
  }
  const mostSentences = untitled === 'CAPTION' ? 1 : 2;
  const isShort = written.length <= longestLead && sentences(written).length <= mostSentences;
  return texts.length === 1 && isShort ? [governor(text, before, 'LEAD')] : [];
}

const isOne = (text: string, line: Span): boolean => sentences(text.slice(line.start, line.end)).length === 1;

/**
 * The lead of a line of text below a colon. It goes on over lines that follow each other, each of one sentence; over
 * paragraphs, as long as none is a whole sentence.
 */
function ledTextLead(text: string, line: Line, above: Above): readonly Governor[] {
  const { before } = above;
  if (before?.role === 'TEXT' && leads.test(text.slice(before.start, before.end))) {
    above.lead = [governor(text, before, 'LEAD')];
    above.ledText = line.opens ? 'PARAGRAPHS' : 'LINES';
    return above.lead;
  }
  const isPart =
    above.ledText === 'LINES' ? !line.opens && isOne(text, line) : !states.test(text.slice(line.start, line.end));
  const wasPart =
    before !== undefined && (above.ledText === 'LINES' || !states.test(text.slice(before.start, before.end)));
  return above.ledText !== 'NONE' && isPart && wasPart && before.role === 'TEXT' ? above.lead : [];
}

function isQuestion(text: string, line: Line): boolean {
  return line.role === 'TEXT' && asksOnly.test(text.slice(line.start, line.end));
}

/** A line as a governor: whole, since its last sentence may lean on those before it; of a long one the last sentence. */
function governor(text: string, line: Span, kind: GoverningKind): Governor {
  if (line.end - line.start <= longestLead) return { ...trimSpan(text, line), kind };
  const last = sentences(text.slice(line.start, line.end)).at(-1);
  const span = last ? { start: line.start + last.start, end: line.start + last.end } : line;
  return { ...trimSpan(text, span), kind };
}

const longestLabel = 60;
const mostWords = 6;
const labelShape = /^[^.;:?!\n]+: (?=\S)/u;

/** What governs a place from within its line: the label before a colon, or row and column of a cell. */
function withinLine(text: string, line: GovernedLine, position: number): Governor[] {
  const written = text.slice(line.start, line.end);
  if (line.role === 'ROW') return cellGovernors(written, line.start, position);
  if (line.role !== 'TEXT' && line.role !== 'ITEM') return [];
  const start = line.role === 'ITEM' ? (itemMark.exec(written)?.[0].length ?? 0) : 0;
  const label = labelShape.exec(written.slice(start))?.[0].slice(0, -2) ?? '';
  const isLabel = label !== '' && label.length <= longestLabel && label.split(/\s+/).length <= mostWords;
  const from = line.start + start;
  return isLabel && position >= from + label.length ? [{ start: from, end: from + label.length, kind: 'LABEL' }] : [];
}

function cellGovernors(written: string, offset: number, position: number): Governor[] {
  let start = 0;
  const cells = written.split('; ').map((cell) => {
    const span = { start, end: start + cell.length };
    start = span.end + 2;
    return { ...span, header: firstHeader.exec(cell)?.[0].slice(0, -2) ?? '' };
  });
  const headed = cells.filter(({ header }, place) => place === 0 || header !== '');
  const at = headed.findLastIndex((cell) => cell.start + offset <= position);
  const [name, cell] = [headed[0], headed[at]];
  if (!name || !cell) return [];
  const from = cell.start + offset;
  const row: Governor[] = at > 0 ? [{ start: name.start + offset, end: name.end + offset, kind: 'ROW' }] : [];
  return cell.header !== '' && position > from + cell.header.length
    ? [...row, { start: from, end: from + cell.header.length, kind: 'COLUMN' }]
    : row;
}
