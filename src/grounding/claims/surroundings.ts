import type { Span } from '../../knowledge/document.ts';
import { lines, sentences } from '../../knowledge/sentences.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { Evidence } from '../checks/verdict.ts';

const listItem = /^\s*(?:[-*•]|\d{1,3}[.)])\s/;
const heading = /^#{1,6} (.+)$/;
/** A sentence that begins so is about something that the one before it names. */
const pointsBack =
  /^\W*(?:it|its|they|their|them|this|that|these|those|he|she|his|her|such|both|the (?:former|latter|same)|er|sie|es|diese\p{L}*|il|elle|ils|elles|este|esta|estos)\b/iu;

/** A quote with what a reader of it sees: its whole sentences, the headings above, the line that leads in its list, the sentence it points back to. */
export function evidenceOf(
  {
    documentTitle,
    sectionPath,
    text,
    url,
  }: Pick<Passage, 'documentTitle' | 'sectionPath' | 'text'> & Partial<Pick<Passage, 'url'>>,
  quote: Span,
): Evidence {
  const all = lines(text);
  const touched = all.filter((line) => line.start < quote.end && line.end > quote.start);
  const parts = touched.flatMap((line) =>
    sentences(text.slice(line.start, line.end)).map((span) => ({
      start: span.start + line.start,
      end: span.end + line.start,
    })),
  );
  const quoted = parts.filter((part) => part.start < quote.end && part.end > quote.start);
  const start = Math.min(quote.start, quoted[0]?.start ?? quote.start);
  const sentence = text.slice(start, Math.max(quote.end, quoted.at(-1)?.end ?? quote.end));
  const above = all.filter((line) => line.start < start).map((line) => text.slice(line.start, line.end));
  const before = parts.filter((part) => part.end <= start).at(-1);
  return {
    quote: text.slice(quote.start, quote.end),
    sentence,
    passage: text,
    ...(firstPerson.test(sentence) ? { authors: hostLabels(url ?? null) } : {}),
    headings: [
      documentTitle,
      ...sectionPath,
      ...headingsOf(above),
      ...leadOf(above, text.slice(touched[0]?.start ?? 0, quote.end)),
      ...(pointsBack.test(sentence) ? [before ? text.slice(before.start, before.end) : (above.at(-1) ?? '')] : []),
    ],
  };
}

const firstPerson = /\b(?:we|us|our|ours)\b/i;

/** Whose page it is, by its address: "we" on help.candor.example are Candor. */
function hostLabels(url: string | null): Set<string> {
  const host = url !== null && URL.canParse(url) ? new URL(url).hostname : '';
  return new Set(
    host
      .split('.')
      .slice(0, -1)
      .filter((label) => label.length > 3),
  );
}

/** The nearest heading, when the passage has its own. */
function headingsOf(above: readonly string[]): string[] {
  const title = heading.exec(above.findLast((line) => heading.test(line)) ?? '')?.[1];
  return title === undefined ? [] : [title];
}

/** "Each plan includes:" above a list. */
function leadOf(above: readonly string[], line: string): string[] {
  if (!listItem.test(line)) return [];
  const lead = above.findLast((other) => !listItem.test(other));
  return lead !== undefined && /:\s*$/.test(lead) ? [lead] : [];
}
