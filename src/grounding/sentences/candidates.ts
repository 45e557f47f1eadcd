import type { Span } from '../../knowledge/document.ts';
import { isMailHead } from '../../knowledge/formats/parsed.ts';
import { itemMark, lines, listMark, sentences, stepMark } from '../../knowledge/language/sentences.ts';
import { contentStems } from '../../knowledge/language/stems.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { type DraftClaim } from '../claim.ts';
import { isOrder } from '../injection/orders.ts';
import { onceFor, type Question } from '../../retrieval/question/question.ts';

/** A sentence, list item, table row or code line that could be (part of) an answer. */
export interface Candidate {
  readonly passage: Passage;
  /** Position among the passage's candidates. */
  readonly ordinal: number;
  readonly text: string;
  /** In the version's canonical text; `text` is exactly what stands there. */
  readonly sourceSpan: Span;
  /** What a reader has in mind at this sentence: title, headings and the sentence before. */
  readonly context: string;
  /** Title and headings above it, outermost first; one list for all sentences below them. */
  readonly headings: readonly string[];
  /** The first below its headings, as far as the passage shows. */
  readonly isLead: boolean;
  /** The candidate before it in the passage, which a leading pronoun points to. */
  readonly before: number | null;
}

/** A list under its lead-in ("You need:") is quoted whole up to this many characters. */
const maxListLength = 700;
/** Two cells at least, each behind its header. */
export const wholeRow = /^[^.;:\n]+: [^;\n]*; [^.;:\n]{1,80}: /;
/**
 * A row is quoted with all its cells up to this many characters: of the tables of a product's documentation every
 * second row has a sentence that ends in a cell, "Unit: bytes; Use: The largest file. Required.; Default: none", and
 * nine in ten of these are shorter.
 */
const longestRow = 400;
/** Not a number, which is the mark of an item or a step. */
const oneWord = /^\p{L}+[.!]$/u;
/** What may stand below a lead-in: list items, table rows as canonical text has them, code. */
const belowLeadIn = new RegExp(`${itemMark.source}|^[^.;:]+: [^;]+(?:;|$)|^ {4}`);

/**
 * The candidates of one passage in reading order. Headings are context, not candidates; an order to whoever answers is
 * neither, so that its words lift nothing.
 */
export function candidatesOf(passage: Passage): Candidate[] {
  const found: Candidate[] = [];
  const offset = passage.sourceSpan.start;
  const above = [passage.documentTitle, ...passage.sectionPath].filter(Boolean);
  let inner: readonly { readonly depth: number; readonly title: string }[] = [];
  let headings = above;
  for (const span of pieces(passage.text)) {
    const text = passage.text.slice(span.start, span.end);
    const asHeading = /^(#{1,6}) (.+)$/.exec(text);
    if (asHeading) {
      const [, { length: depth } = '', title = ''] = asHeading;
      inner = [...inner.filter((each) => each.depth < depth), { depth, title }];
      headings = [...above, ...inner.map((each) => each.title)];
      continue;
    }
    if (isOrder(text, passage)) continue;
    const mark = listMark.exec(text)?.[0].length ?? 0;
    const start = span.start + (text.length > mark ? mark : 0);
    const previous = found.at(-1);
    found.push({
      passage,
      ordinal: found.length,
      text: passage.text.slice(start, span.end),
      sourceSpan: { start: start + offset, end: span.end + offset },
      context: [...headings, previous?.text ?? ''].filter(Boolean).join('. '),
      headings,
      isLead: previous?.headings !== headings,
      before: previous ? previous.ordinal : null,
    });
  }
  return found;
}

/**
 * Sentences; but a line that ends with a colon takes the list below it along, a word alone, "Yes." or "Tip.", goes with
 * what it is said of, and the row of a table is one piece.
 */
function pieces(text: string): Span[] {
  const found: Span[] = [];
  const rows = lines(text);
  const sentencesOf = (line: Span): Span[] => {
    if (line.end - line.start <= longestRow && wholeRow.test(text.slice(line.start, line.end))) return [line];
    const spans = sentences(text.slice(line.start, line.end)).map((span) => ({
      start: span.start + line.start,
      end: span.end + line.start,
    }));
    return spans.flatMap((span, position) => {
      const [before, next] = [spans[position - 1], spans[position + 1]];
      if (next && oneWord.test(text.slice(span.start, span.end))) return [];
      return before && oneWord.test(text.slice(before.start, before.end))
        ? [{ start: before.start, end: span.end }]
        : [span];
    });
  };
  for (let row = 0; row < rows.length; row += 1) {
    const line = rows[row];
    if (!line) continue;
    const last = lastItem(text, rows, row);
    if (last > row) {
      const spans = sentencesOf(line);
      const leadIn = spans.pop() ?? line;
      found.push(...spans, { start: leadIn.start, end: rows[last]?.end ?? line.end });
    }
    // The items also stand alone: a question may be about one of them.
    if (last === row) found.push(...sentencesOf(line));
  }
  return found;
}

function lastItem(text: string, rows: readonly Span[], row: number): number {
  const head = rows[row];
  if (!head || !text.slice(head.start, head.end).trimEnd().endsWith(':')) return row;
  let last = row;
  for (let next = row + 1; next < rows.length; next += 1) {
    const line = rows[next];
    if (!line || !belowLeadIn.test(text.slice(line.start, line.end)) || line.end - head.start > maxListLength) break;
    last = next;
  }
  return last;
}

/** Whether a candidate is, or stands in, a step of a numbered list: its line begins with the mark. */
export function isStep(candidate: Candidate): boolean {
  return stepMark.test(withLineStart(candidate));
}

/** A candidate with what stands before it in its line, the mark of a list for instance. */
export function withLineStart({ passage, sourceSpan }: Candidate): string {
  const position = sourceSpan.start - passage.sourceSpan.start;
  const lineStart = position === 0 ? 0 : passage.text.lastIndexOf('\n', position - 1) + 1;
  return passage.text.slice(lineStart, sourceSpan.end - passage.sourceSpan.start);
}

/** Whether a heading has the very words of a question, whatever their case and marks: "What’s new?" is "whats new". */
export function isWordForWord(question: Question, heading: string): boolean {
  const words = comparable(question);
  return words !== '' && comparableWords(heading) === words;
}

const comparable = onceFor(({ text }) => comparableWords(text));

function comparableWords(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[\p{L}\p{M}\d]+/gu) ?? []
  ).join(' ');
}

/** The names of the lines of a mail's head, and what is no word. */
const headLabels = /(?:^|; )(?:From|To|Cc|Date): |[\p{N}\p{P}]+/gu;

/**
 * Leaves out the heads of mails, which say who wrote to whom and answer no question about what was written. One whose
 * sender or recipient the question names stays: "When did Ann Lee write?".
 */
export function withoutMailHeads<C extends Pick<Candidate, 'text'>>(
  candidates: readonly C[],
  question: Pick<Question, 'text'>,
): readonly C[] {
  const asked = contentStems(question.text);
  const kept = candidates.filter(
    ({ text }) =>
      !isMailHead(text) || [...contentStems(text.replaceAll(headLabels, ' '))].some((stem) => asked.has(stem)),
  );
  return kept.length > 0 ? kept : candidates;
}

/** A sentence that is its own proof. */
export function asDraft({ text, passage }: Candidate): DraftClaim {
  return { text, chunkId: passage.chunkId, quote: text };
}
