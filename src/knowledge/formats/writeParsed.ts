import type { DocumentWriter } from './documentWriter.ts';
import type { ParsedDocument } from './parsed.ts';

/**
 * Appends the blocks of a part that was read by itself, such as a slide or a chapter, all of them at one place;
 * headings `deeper` levels down.
 */
export function writeParsed(
  writer: DocumentWriter,
  { text, blocks }: Pick<ParsedDocument, 'text' | 'blocks'>,
  position: number,
  deeper = 0,
): void {
  for (const { kind, start, end, depth } of blocks) {
    const words = text.slice(start, end);
    const level = depth === undefined ? undefined : Math.min(depth + deeper, 6);
    const shown = level === undefined ? words : `${'#'.repeat(level)} ${words.replace(/^#+ /, '')}`;
    writer.write(kind, [{ text: shown, position }], level);
  }
}

/** A heading of the reader's own making: a sheet, a slide, an attachment. */
export function writeHeading(writer: DocumentWriter, words: string, position: number, depth: number): void {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  if (line) writer.write('HEADING', [{ text: `${'#'.repeat(depth)} ${line}`, position }], depth);
}
