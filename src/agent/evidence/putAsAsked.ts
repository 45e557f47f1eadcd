/** How a passage is put to a reader, and the way back to its own text. */
import { isOrder } from '../../grounding/injection/orders.ts';
import { signsOf } from '../../knowledge/ancestors.ts';
import { governorsIn } from '../../knowledge/cut/governs.ts';
import { headingOf } from '../../knowledge/cut/prepareChunks.ts';
import { lines, sentences } from '../../knowledge/language/sentences.ts';
import { asAsked } from '../../knowledge/values/values.ts';
import { asRead, type Change, rewrite, type Rewritten } from '../../models/legible.ts';
import type { ReadPassage } from '../../models/reader.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** A passage as a reader sees it, and the way back to its own text. */
export interface PutPassage {
  readonly asRead: ReadPassage;
  readonly rewritten: Rewritten | null;
  /** The sentences in the passage's own text. */
  readonly spans: ReadPassage['sentences'];
}

/**
 * The passage with the values that the question names put as the question puts them, for a reader compares words; with a
 * colon behind what a list item stands under, which it knows from prose; and with the line that leads in a long list or
 * table once more above its later parts, for it reads a passage in stretches.
 */
export function putAsAsked(question: Question, source: Passage): PutPassage {
  const passage = shownPassage(source);
  const values = asAsked(question, passage.text, question.language);
  const isFree = ({ start, end }: Change) => !values.some((value) => value.start < end && start < value.end);
  const signs = signsOf(passage.text).map((sign) => ({ ...sign, text: ': ' }));
  const leads = leadsAgain(passage.text);
  const changes = [...values, ...signs.filter(isFree), ...leads.filter(isFree)].sort(
    (left, right) => left.start - right.start || left.end - right.end,
  );
  if (changes.length === 0) return { asRead: passage, rewritten: null, spans: passage.sentences };
  const rewritten = rewrite(passage.text, changes);
  return { asRead: withLeads(asRead(passage, rewritten), leads, rewritten), rewritten, spans: passage.sentences };
}

/**
 * The passage as the reader sees it: its title and headings, then its text. An order to the answering model is blanked
 * so that it cannot raise the passage.
 */
function shownPassage(passage: Passage): ReadPassage {
  const { documentTitle, sectionPath } = passage;
  let text = passage.text.toWellFormed();
  const spans = sentences(text);
  for (const { start, end } of spans) {
    if (isOrder(text.slice(start, end), passage))
      text = `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`;
  }
  return { title: headingOf(documentTitle, sectionPath), text, sentences: spans };
}

/** As far above, in UTF-16 units, what leads in a line may stand: a stretch of the built-in reader has some 700. */
const furthestAbove = 400;
/** About 24 pieces of the reader's vocabulary. */
const longestLead = 120;

/** What leads in a line that stands far below it, to be inserted above that line. */
function leadsAgain(text: string): Change[] {
  const governedAt = governorsIn(text);
  const saidAt = new Map<number, number>();
  return lines(text).flatMap(({ start }): Change[] => {
    const { by, isLed } = governedAt(start);
    const lead = isLed ? by.findLast(({ kind }) => kind === 'LEAD') : undefined;
    if (!lead || text[lead.end - 1] !== ':' || lead.end - lead.start > longestLead) return [];
    const before = saidAt.get(lead.start) ?? lead.end;
    if (start - before <= furthestAbove) return [];
    saidAt.set(lead.start, start);
    return [{ start, end: start, text: `${text.slice(lead.start, lead.end)}\n` }];
  });
}

/** The passage whose sentences begin with the line that was inserted above them, so that it is read with them. */
function withLeads(passage: ReadPassage, leads: readonly Change[], rewritten: Rewritten): ReadPassage {
  if (leads.length === 0) return passage;
  const inserted = leads.map(({ start, text }) => {
    const end = rewritten.fromSource({ start, end: start }).start;
    return { start: end - text.length, end };
  });
  const sentences = passage.sentences.map((span) => {
    const above = inserted.find(({ end }) => end <= span.start && /^\s*$/.test(passage.text.slice(end, span.start)));
    return above ? { start: above.start, end: span.end } : span;
  });
  return { ...passage, sentences };
}
