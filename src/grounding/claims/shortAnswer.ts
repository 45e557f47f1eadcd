/** The words that answer, shown large and alone: so they must hold alone. */
import type { Span } from '../../knowledge/document.ts';
import { amountsOf } from '../../knowledge/values/amounts.ts';
import { stretchesIn } from '../../knowledge/values/calendar.ts';
import { bulletMark, sentences } from '../../knowledge/language/sentences.ts';
import { asksForProcedure, asksForSeveral, asksYesOrNo } from '../../retrieval/question/answerType.ts';
import { lacksLead } from '../place/leadIn.ts';
import { isDenied, isVoided, takenBackBy } from '../place/standing.ts';
import type { Voids } from '../place/voids.ts';
import { wholeRow } from '../sentences/candidates.ts';
import { asksForEarlier } from '../sentences/times.ts';
import type { RankedSentence } from '../sentences/rankSentences.ts';
import { denies } from '../../knowledge/language/negation.ts';
import { contentRootsOf, holdsRoot } from '../../knowledge/language/stems.ts';
import type { Citation } from '../claim.ts';
import type { Question } from '../../retrieval/question/question.ts';

/**
 * The words that answer, as they stand in a cited source: `version.text.slice(sourceSpan.start, sourceSpan.end) ===
 * text`, always.
 */
export interface ShortAnswer {
  readonly text: string;
  /** Of a cell, the name of its row and the header of its column; null for words that are no cell, and for what has no header. */
  readonly row: string | null;
  readonly column: string | null;
  readonly sourceSpan: Span;
  /** Number of the citation whose quote they stand in. */
  readonly citationNumber: number;
}

/**
 * Log odds by the reader from which its words are shown alone: below it the reader itself holds that the sentence does
 * not answer.
 */
const leastAnswer = 0;
/** More words are the sentence, not an answer to be read at a glance. */
const longest = 100;

/**
 * The exact words of the best sentence that answer, with all that changes their value: sign, bound, unit, year, condition. Null where the answer is what to
 * do, or yes or no; where no reader found words in that sentence; where it is not cited; and where what stands around the
 * words takes their force: a line above that denies or voids.
 * @param ranked best first
 */
export function shortAnswerOf(
  question: Question,
  ranked: readonly RankedSentence[],
  citations: readonly Citation[],
  { voids, asOf }: Circumstances,
): ShortAnswer | null {
  const [best] = ranked;
  const words = best && answeringSpan(question, best);
  if (!best || !words || voids === null) return null;
  const { passage } = best.candidate;
  const citation = citations.find(
    ({ versionId, sourceSpan }) =>
      versionId === passage.versionId && sourceSpan.start <= words.start && words.end <= sourceSpan.end,
  );
  if (!citation) return null;
  const { quote, sourceSpan } = citation;
  // One of several things is not the answer.
  if (!best.asked && quote.includes('\n') && asksForSeveral(question)) return null;
  const at = { start: words.start - sourceSpan.start, end: words.end - sourceSpan.start };
  const whole = best.asked ? at : withConditions(question, quote, wholeValue(quote, at), asOf);
  if (whole === null) return null;
  const span = trimmed(quote, whole);
  const text = quote.slice(span.start, span.end);
  if (text === '' || text.length > longest || text.includes('\n')) return null;
  const place = { start: span.start + sourceSpan.start, end: span.end + sourceSpan.start };
  if (!holdsAlone(question, best, place, voids)) return null;
  return {
    text,
    row: best.asked?.row ?? null,
    column: best.asked?.column || null,
    sourceSpan: place,
    citationNumber: citation.number,
  };
}

/** What of a question's circumstances bears on its short answer. */
interface Circumstances {
  /** Null: it is not known what voids, and nothing is shown alone. */
  readonly voids: Voids | null;
  /** The instant that the question is about. */
  readonly asOf: Date;
}

/** Of a row, the cell that is asked for, and nothing where its column is unknown: a reader picks words of any column. */
function answeringSpan(question: Question, { asked, words, answers, candidate }: RankedSentence): Span | null {
  if (asked) return asked.sourceSpan;
  if (asked === null || wholeRow.test(candidate.text)) return null;
  if ((answers ?? -Infinity) < leastAnswer || asksYesOrNo(question) || asksForProcedure(question)) return null;
  return words;
}

/** What may belong to a number without a blank: "-70 °C", ".25 mg", "1,500", "≤5", "12-15". */
const ofNumber = /[\p{N}⁻.,:/+\-−–±<>≤≥~≈%‰°\p{Sc}]/u;

/** The words with all of the number, amount or date that they cut into, and with its bound: "not more than 6 persons". */
function wholeValue(text: string, { start, end }: Span): Span {
  let [from, until] = [start, end];
  const isNumber = (at: number) => /\p{N}/u.test(text[at] ?? '');
  if (isNumber(from) || ofNumber.test(text[from] ?? ''))
    while (from > 0 && ofNumber.test(text[from - 1] ?? '')) from -= 1;
  if (isNumber(until - 1)) while (until < text.length && ofNumber.test(text[until] ?? '')) until += 1;
  const touches = (value: Span) => value.start < until && from < value.end;
  const amounts = amountsOf(text).filter(touches);
  for (const value of [...amounts, ...stretchesIn(text).filter(touches)]) {
    from = Math.min(from, value.start);
    until = Math.max(until, value.end);
  }
  const [first, last] = [amounts[0], amounts.at(-1)];
  return {
    start: Math.min(from, first ? boundBefore(text, first) : from),
    end: Math.max(until, last ? boundBehind(text, last) : until),
  };
}

type Bounded = ReturnType<typeof amountsOf>[number];

const asWritten = (marker: string): string =>
  marker
    .split(' ')
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`))
    .join(String.raw`\s*`);

function boundBefore(text: string, { marker, start }: Bounded): number {
  if (marker === '') return start;
  return (
    new RegExp(
      String.raw`${asWritten(marker)}[^\p{L}\p{N}]{0,3}(?:an?|the|its|their|your)?[^\p{L}\p{N}]{0,3}$`,
      'iu',
    ).exec(text.slice(0, start))?.index ?? start
  );
}

function boundBehind(text: string, { marker, end }: Bounded): number {
  if (marker === '') return end;
  return (
    end + (new RegExp(String.raw`^[^\p{L}\p{N}]{0,3}${asWritten(marker)}`, 'iu').exec(text.slice(end))?.[0].length ?? 0)
  );
}

const pairs = new Map([
  ['(', ')'],
  ['[', ']'],
]);

/** Without blanks, commas, quotation marks, brackets that lack their other half, and a final stop: nothing that changes a value. */
function trimmed(text: string, { start, end }: Span): Span {
  const mark = bulletMark.exec(text.slice(start, end))?.[0].length ?? 0;
  let [from, until] = [start + mark, end];
  const isEdge = (character: string) => /[\s"'“”‘’„«»,;:–—]/u.test(character);
  const halved = (character: string) => {
    const inside = text.slice(from, until);
    return [...pairs].some(
      ([open, close]) => (character === open || character === close) && count(inside, open) !== count(inside, close),
    );
  };
  const isSign = (at: number) => /[–—]/u.test(text[at] ?? '') && /\p{N}/u.test(text[at + 1] ?? '');
  while (from < until && ((isEdge(text[from] ?? '') && !isSign(from)) || halved(text[from] ?? ''))) from += 1;
  while (
    from < until &&
    (isEdge(text[until - 1] ?? '') || /[.。]/u.test(text[until - 1] ?? '') || halved(text[until - 1] ?? ''))
  )
    until -= 1;
  return { start: from, end: until };
}

const count = (text: string, character: string): number => text.split(character).length - 1;

/** Whether no line above the words, and no sentence behind them, takes their force. */
function holdsAlone(question: Question, { candidate, asked }: RankedSentence, words: Span, voids: Voids): boolean {
  const { passage, sourceSpan } = candidate;
  if (voids.continued.includes(passage.chunkId) && lacksLead(passage, words)) return false;
  if (isVoided(passage, words, voids) || takenBackBy(passage, sourceSpan, voids) !== null) return false;
  return denies(question.text) || !(isDenied(passage, words) || (!asked && denies(aheadOf(candidate, words))));
}

/** What stands before the words in their sentence: "It does not cost". */
function aheadOf({ text, sourceSpan }: RankedSentence['candidate'], { start }: Span): string {
  const ahead = text.slice(0, Math.max(0, start - sourceSpan.start));
  const last = sentences(ahead).at(-1);
  return last && last.end === ahead.trimEnd().length ? ahead.slice(last.start) : ahead;
}

const year = /(?<!\d)(?:19|20)\d{2}(?!\d)/gu;
const clauseEnd = /[,，、]\s/u;

/**
 * The words with the condition in front of them, and with the years beside them, that the question does not speak of. Null
 * where these are over.
 */
function withConditions(question: Question, text: string, words: Span, asOf: Date): Span | null {
  const sentence = sentences(text).findLast((each) => each.start <= words.start) ?? { start: 0, end: text.length };
  const from = Math.max(sentence.start, text.lastIndexOf('; ', words.start) + 1);
  const ahead = text.slice(from, words.start);
  const isConditional = clauseEnd.test(ahead) && !speaksOf(question, ahead.slice(0, ahead.search(clauseEnd)));
  const asked = question.text.match(year) ?? [];
  const stretches = stretchesIn(text.slice(from, sentence.end)).filter(
    (stretch) => asked.length === 0 && stretch.text.match(year),
  );
  const isBeside = ({ start, end }: Span) => end + from <= words.start || start + from >= words.end;
  const isOver = stretches.some((stretch) => isBeside(stretch) && stretch.until !== null && stretch.until <= asOf);
  if (isOver && !asksForEarlier(question)) return null;
  const years = stretches.map(({ start, end }) => ({ start: start + from, end: end + from }));
  return {
    start: isConditional || years.some(({ start }) => start < words.start) ? from : words.start,
    end: Math.max(words.end, ...years.map(({ end }) => end)),
  };
}

/** Whether a clause has a word of the question, or says nothing. */
function speaksOf(question: Question, clause: string): boolean {
  const roots = contentRootsOf(clause);
  const own = question.roots;
  return roots.length === 0 || roots.some((root) => holdsRoot(own, root));
}
