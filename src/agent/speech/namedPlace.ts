import { withoutAddresses } from '../../grounding/claims/addresses.ts';
import { suspicious } from '../../grounding/claims/suspicious.ts';
import type { RankedSentence } from '../../grounding/sentences/rankSentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { innerHeadings } from '../question/judgeQuestion.ts';

/** UTF-16 units of a question, title or heading that a sentence quotes. */
const quotedLength = 80;

/** What turns or hides the text around it. The joiners stay: Persian and Hindi are written with them. */
const invisible = /(?:(?![\u200C\u200D])\p{Cf})+/gu;

/** One line of at most `quotedLength` units without control characters, cut at a word with an ellipsis where it is longer. */
export function oneLine(text: string): string {
  const line = text
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\s]+/gu, ' ')
    .trim();
  if (line.length <= quotedLength) return line;
  const cut = line.slice(0, quotedLength - 1);
  const blank = cut.lastIndexOf(' ');
  return `${(blank > quotedLength / 2 ? cut.slice(0, blank) : cut).replace(/[\s,;:–-]+$/u, '')}…`.toWellFormed();
}

/** A title or heading fit to stand in a sentence of ours. Empty where it holds an address or markup, or gives orders: it was written by whoever wrote the document. */
export function plainTitle(text: string): string {
  const line = oneLine(text);
  return suspicious(text) || withoutAddresses(line) !== line || /[<>`[\]{}]/.test(line) ? '' : line;
}

/**
 * Where a passage stands, for a person to find it: its document's title, then its last heading where that says more; empty where neither is fit to be shown. Short sections share
 * a passage: of these the one that the best sentence stands in is named.
 */
export function placeOf(passage: Placed, chosen: readonly RankedSentence[] = []): string {
  const heading = headingAt(passage, chosen) ?? passage.sectionPath.at(-1) ?? '';
  const [title, section] = [plainTitle(passage.documentTitle), plainTitle(heading)];
  return oneLine([...new Set([title, section])].filter(Boolean).join(' › '));
}

type Placed = Pick<Passage, 'chunkId' | 'documentTitle' | 'sectionPath' | 'text' | 'sourceSpan'>;

/** The last heading of the passage's own text above the first of these sentences that stands in it. */
function headingAt({ chunkId, text, sourceSpan }: Placed, chosen: readonly RankedSentence[]): string | undefined {
  const best = chosen.find(({ candidate }) => candidate.passage.chunkId === chunkId)?.candidate;
  if (!best) return undefined;
  const above = text.slice(0, Math.max(0, best.sourceSpan.start - sourceSpan.start));
  return innerHeadings({ text: above }).at(-1)?.replaceAll(/[*_]/g, '');
}
