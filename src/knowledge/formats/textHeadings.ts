/** Which lines are titles and headings where no style says so, by their form alone: in no language. */
import type { RenderedBlock } from './documentWriter.ts';

export interface TextHeading {
  /** 1 to 6. */
  readonly depth: number;
  readonly words: string;
}

/** What a line is; null: text. UNDERLINE: the marks below a heading. */
export type TextLine = TextHeading | 'UNDERLINE' | null;

const hashes = /^(#{1,6}) +(?=\S)(.*)$/;
const underline = /^([=~*^-])\1{2,}$/;
const longest = 80;
const longestAlone = 60;
/** What ends a sentence, or goes on. */
const endMark = /[.!?:;,…。！？：]["'”’»)\]]*$/u;
const itemOrPair = /^(?:[-*•>|+]|\S.*?(?:: |\t))/;
const step = /^\d+(?:\.\d+)*[.)]? +(?=\p{L})/u;
/** A longer line with a number before it is a step, or a paragraph. */
const longestNumbered = 45;
/** A day or an amount is said, not headed. */
const wordsAlone = /^\p{L}[^\d@]*$/u;
const dated = /\b(?:19|20)\d\d\b/;

/**
 * Says of each line what it is. A heading has no end mark and stands below a blank line or another heading: underlined,
 * in capitals (but for what stands in brackets behind), behind a number with text directly below it, alone between blank
 * lines above a paragraph, or `# Words`. A title is the first line, if it is one of these, or if below it stands a blank
 * line, a pair, a date or words in brackets.
 * @param lines without blanks at their ends
 * @param isPart the text is a part of a document that has a title of its own, such as a mail's: it has no title, and a
 *   line alone in it may greet or sign
 */
export function textHeadings(lines: readonly string[], isPart = false): TextLine[] {
  const found: TextLine[] = [];
  /** Depths follow the order in which the kinds of heading first come, as in reStructuredText. */
  const kinds: Kind[] = [];
  const numbered = lines.filter((line, at) => isNumbered(line, lines[at + 1] ?? '')).length > 1;
  /** What the last line with words was; undefined: there was none. */
  let last: TextLine | undefined;
  for (const [at, line] of lines.entries()) {
    if (found.length > at || line === '') {
      if (found.length === at) found.push(null);
      continue;
    }
    const isOpen = at === 0 || lines[at - 1] === '' || Boolean(found[at - 1]);
    const heading = isOpen ? headingAt() : null;
    last = heading;
    found.push(heading);
    if (heading && !hashes.test(line) && isUnderlined(line, lines[at + 1] ?? '')) found.push('UNDERLINE');

    function headingAt(): TextHeading | null {
      const written = hashes.exec(line);
      if (written) return { depth: written[1]?.length ?? 1, words: written[2] ?? '' };
      if (!isShort(line)) return null;
      const kind = kindOf(lines, at, numbered);
      const words = line.replaceAll(/\s+/g, ' ');
      if (last === undefined && !isPart) return kind || beginsDocument(lines, at) ? { depth: 1, words } : null;
      // Right below the title it goes on with that.
      if (!kind || (kind === 'ALONE' && (isPart || last))) return null;
      if (!kinds.includes(kind)) kinds.push(kind);
      return { depth: Math.min(6, 2 + kinds.indexOf(kind)), words };
    }
  }
  return found;
}

const isShort = (line: string): boolean =>
  line.length <= longest && /\p{L}{2}/u.test(line) && !endMark.test(line) && !itemOrPair.test(line);

/** By what a line is a heading: the mark that underlines it, or its form. */
type Kind = string;

function kindOf(lines: readonly string[], at: number, numbered: boolean): Kind | null {
  const [line = '', next = '', below = ''] = lines.slice(at, at + 3);
  if (isUnderlined(line, next)) return next[0] ?? '';
  // Above nothing it heads nothing.
  const text = next || below;
  if (text === '' || underline.test(text)) return null;
  if (numbered && isNumbered(line, next)) return 'NUMBERED';
  if (isCapital(line)) return isCapital(text) ? null : 'CAPITALS';
  return next === '' && line.length <= longestAlone && wordsAlone.test(line) && isParagraph(lines, at + 2)
    ? 'ALONE'
    : null;
}

/** Marks of about its length; two or three may be missing. */
function isUnderlined(line: string, next: string): boolean {
  return underline.test(next) && Math.abs(line.length - next.length) <= Math.max(3, line.length / 4);
}

function isCapital(line: string): boolean {
  const letters = line.replace(/ *[([].*$/u, '').match(/\p{L}/gu) ?? [];
  const figures = line.match(/\d/g) ?? [];
  return letters.length > 2 && letters.length > figures.length && letters.every((each) => /\p{Lu}/u.test(each));
}

function isNumbered(line: string, next: string): boolean {
  return (
    line.length <= longestNumbered &&
    step.test(line) &&
    isShort(line) &&
    /^[\p{L}\p{N}*•-]/u.test(next) &&
    !step.test(next)
  );
}

/** Several lines, or a sentence. */
function isParagraph(lines: readonly string[], at: number): boolean {
  const [line = '', next = ''] = lines.slice(at, at + 2);
  return !itemOrPair.test(line) && !/^\s/.test(line) && (next !== '' || /[.!?…。！？]["'”’»)\]]*$/u.test(line));
}

/** Whether what stands below the first line makes it a title. */
function beginsDocument(lines: readonly string[], at: number): boolean {
  const [next = '', below = ''] = lines.slice(at + 1, at + 3);
  if (next === '') return below !== '';
  return /^\S[^:]{0,30}: /.test(next) || /^[([]/.test(next) || (dated.test(next) && below === '');
}

const boldEnd = /[.!:;,…。！：]["'”’»)\]]*$/u;

/**
 * Makes headings of the paragraphs that somebody made bold instead: one line, bold as a whole, with neither end mark nor
 * amount, that has text below it which is not, and no such line above. A question may end in its mark. They stand one
 * level below the heading above them.
 */
export function withBoldHeadings(blocks: readonly RenderedBlock[]): RenderedBlock[] {
  let depth = 1;
  return blocks.map((block, at) => {
    if (block.kind === 'HEADING') depth = block.depth ?? 1;
    const [before, next] = [blocks[at - 1], blocks[at + 1]];
    if (!isBoldHeading(block) || !next || next.kind === 'HEADING' || next.isBold || before?.isBold) return block;
    const below = Math.min(6, depth + 1);
    return {
      kind: 'HEADING',
      depth: below,
      lines: block.lines.map((line) => ({ ...line, text: `${'#'.repeat(below)} ${line.text}` })),
    };
  });
}

function isBoldHeading({ isBold, lines }: RenderedBlock): boolean {
  const [line] = lines;
  return (
    isBold === true &&
    lines.length === 1 &&
    line !== undefined &&
    line.text.length <= longest &&
    /^[\p{L}\d].*\p{L}/u.test(line.text) &&
    !boldEnd.test(line.text) &&
    !/: |\p{Sc}|%|\d[.,]\d/u.test(line.text)
  );
}
