import { normalLabel } from './markdownLabel.ts';
import type { MarkdownPiece } from './markdownPieces.ts';

const reference = /\[(\^?(?:[^[\]\\]|\\.){1,200})\]/g;

/**
 * For each piece, Markdown that defines the links and footnotes which it names: without the definitions of other pieces `[words][label]`
 * would stay as written. Where a link leads does not matter, its words do. Empty where nothing is needed.
 */
export function referencesOf(pieces: readonly MarkdownPiece[]): string[] {
  if (pieces.length < 2) return pieces.map(() => '');
  const defined = new Set(pieces.flatMap((piece) => piece.labels));
  return pieces.map((piece) => {
    if (piece.plain || defined.size === 0) return '';
    const named = new Set([...piece.source.matchAll(reference)].map(([, label = '']) => normalLabel(label)));
    const needed = [...named].filter((label) => defined.has(label));
    const notes = needed.filter((label) => label.startsWith('^')).map((label) => `[${label}]: x\n\n`);
    const links = needed.filter((label) => !label.startsWith('^')).map((label) => `[${label}]: #\n`);
    // The definition of a link is never indented, and so ends the last note.
    return needed.length > 0 ? `${notes.join('')}${links.join('') || '[candor]: #\n'}\n` : '';
  });
}
