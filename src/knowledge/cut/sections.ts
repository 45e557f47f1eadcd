import type { Span } from '../document.ts';
import type { Block } from '../formats/parsed.ts';
import { lines, trimSpan } from '../sentences.ts';

/** What stands below one heading, up to the next. */
export interface Section {
  /** Headings above, outermost first, without their marks. */
  readonly path: readonly string[];
  /** The section's own heading; none before the first. */
  readonly heading: Span | undefined;
  /** In order; empty only where no deeper heading follows either: then the heading is all there is to find. */
  readonly blocks: readonly Block[];
}

/** Cuts a document at its HEADING blocks. Text that no block holds counts as paragraphs, a line each. */
export function sections(text: string, blocks: readonly Block[]): Section[] {
  const found: Section[] = [];
  let titles: { readonly depth: number; readonly title: string }[] = [];
  let heading: Span | undefined;
  let body: Block[] = [];
  const close = (nextDepth: number) => {
    const deeperFollows = nextDepth > (titles.at(-1)?.depth ?? 0);
    if (body.length > 0 || (heading && !deeperFollows))
      found.push({ path: titles.map(({ title }) => title), heading, blocks: body });
  };
  for (const block of withGaps(text, blocks)) {
    if (block.kind !== 'HEADING') {
      body.push(block);
      continue;
    }
    const depth = block.depth ?? 1;
    close(depth);
    titles = [
      ...titles.filter((above) => above.depth < depth),
      { depth, title: text.slice(titleSpan(text, block).start, block.end).trim() },
    ];
    heading = block;
    body = [];
  }
  close(0);
  return found;
}

/** A heading without its marks. */
export function titleSpan(text: string, heading: Span): Span {
  const marks = /^\s*#{1,6}(?=\s+\S)/.exec(text.slice(heading.start, heading.end))?.[0].length ?? 0;
  return trimSpan(text, { start: heading.start + marks, end: heading.end });
}

/** A parser that left text outside its blocks must not make it unfindable. */
function withGaps(text: string, blocks: readonly Block[]): Block[] {
  const found: Block[] = [];
  let end = 0;
  for (const block of [...blocks, undefined]) {
    found.push(...paragraphs(text, end, block?.start ?? text.length));
    if (!block) continue;
    const span = trimSpan(text, block);
    if (span.end > span.start) found.push({ ...block, ...span });
    end = block.end;
  }
  return found;
}

function paragraphs(text: string, start: number, end: number): Block[] {
  return lines(text.slice(start, end))
    .map((line) => trimSpan(text, { start: line.start + start, end: line.end + start }))
    .filter((line) => line.end > line.start)
    .map((line) => ({ ...line, kind: 'PARAGRAPH' }));
}
