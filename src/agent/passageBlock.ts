import { escapeMarkup } from '../models/documentData.ts';
import type { Passage } from '../retrieval/passage.ts';

/**
 * Passages as numbered data for a prompt. Angle brackets are escaped so that no document can close its own element
 * and speak as the prompt: retrieved text is data and never instruction.
 */
export function passageBlock(passages: readonly Passage[]): string {
  return passages.map((passage, position) => {
    const place = [passage.documentTitle, ...passage.sectionPath].map((part) => escapeMarkup(part)).join(' > ');
    return `<passage number="${position + 1}" from="${place.replaceAll('"', "'")}">\n${escapeMarkup(passage.text)}\n</passage>`;
  }).join('\n');
}
