import { cleanWords, type RenderedBlock } from '../assemble.ts';
import { decodeReferences } from './characterReferences.ts';
import { blockNames } from './hastWalk.ts';
import { formControls } from './htmlVisibility.ts';
import type { ContentFlag } from '../parsed.ts';
import { visibleHtml } from './visibleHtml.ts';

/**
 * The visible words of HTML that is too large, deep or crooked for a tree: a paragraph or heading between any two tags
 * of blocks. Tables and lists keep their words alone. Linear in time, of constant depth.
 */
export function htmlWithoutTree(html: string, flags: Set<ContentFlag>): RenderedBlock[] {
  const found: RenderedBlock[] = [];
  let [line, start, words, heading] = [1, 1, [] as string[], 0];
  const flush = () => {
    const text = cleanWords(decodeReferences(words.join('')), flags);
    if (text && heading > 0)
      found.push({ kind: 'HEADING', depth: heading, lines: [{ text: `${'#'.repeat(heading)} ${text}`, line: start }] });
    else if (text) found.push({ kind: 'PARAGRAPH', lines: [{ text, line: start }] });
    words = [];
  };
  for (const { kind, name, source } of visibleHtml(flags, formControls).read(html)) {
    if (kind === 'TEXT' || kind === 'RAW') {
      if (words.length === 0) start = line + lineEnds(/^\s*/.exec(source)?.[0] ?? '');
      if (words.length > 0 || source.trim()) words.push(source);
    } else if (name === 'td' || name === 'th' || name === 'br') words.push(' ');
    else if (blockNames.has(name)) {
      flush();
      heading = kind === 'OPEN' && /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
    }
    line += lineEnds(source);
  }
  flush();
  return found;
}

function lineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
