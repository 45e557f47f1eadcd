/**
 * Which of the ranked sentences answer, and how much stands around them that belongs to it: a whole procedure, list or
 * block of code.
 */
import { byPlace, isItem, type RankedSentence, firstCellOf } from './rankSentences.ts';
import type { Span } from '../../knowledge/document.ts';
import { bulletMark, lines, stepMark } from '../../knowledge/sentences.ts';
import { idfMass } from '../../retrieval/passage.ts';
import { asksForProcedure, asksForSeveral, asksHowItIsDone } from '../answerability/answerType.ts';
import { contentRootsOf, holdsRoot } from '../words/stems.ts';
import { isStep } from './candidates.ts';

/**
 * Never more: a fourth sentence is not read (issue of taste, measured as containment: +3 points from two to three, +1
 * beyond).
 */
export const maxSentences = 3;
/**
 * A second sentence is worth reading when it is nearly as good as the first, or brings words of the question that the
 * first lacks.
 */
const nearlyAsGood = 0.7;
export const newMass = 0.12;
/**
 * A sentence that carries this much of the question, and what it asks for, needs no second one, unless another is as
 * good: "the main sources of primary law" beside "the three sources of European law".
 */
const wholeQuestion = 0.9;
export const asGood = 0.9;
/**
 * Log odds by which a sentence of another passage may answer worse: a third fewer of them, for 1 answer in 100 (npm run
 * bench:units).
 */
const nearlyAsSure = 4;
/** Two sentences that share more of their lexemes than this say the same. */
const sameText = 0.7;
/** A consequence: what it follows from stands before it. */
const consequence =
  /^(?:the result (?:was|is)|as a (?:result|consequence)|predictably|consequently|therefore|thus|hence|accordingly|for this reason|because of (?:this|that))\b/i;
/** What goes on from the sentence before it: "Deleted data therefore disappear …", "In this case …", "Otherwise …". */
const goesOn =
  /^(?:(?:otherwise|instead(?! of)|however|then|afterwards|likewise|similarly|and|but|or|so)\b|(?:in|for|from|with) (?:this|that|these|those|both|such) cases?\b|(?:after|before|until) (?:this|that|then)\b|the (?:latter|former)\b|(?:[\p{L}\d’'-]+ ){1,4}(?:therefore|thus|hence|then) )/iu;
/** "Victims of their campaign …": who they are stands before it. */
const pronounEarly =
  /^(?:\p{Lu}?\p{Ll}+ ){0,2}(?:of|in|for|by|to|from|with|on|under|after|before|during|at|against|among) (?:their|its|his|her|this|these|those|them|him)\b/iu;
const firstName = /^\p{Lu}[\p{L}'’-]{2,}/u;
const pronounFirst = /^(?:it|they|this|that|these|those|he|she|its|their|his|her|both|such)\b/i;

/**
 * The shortest set of sentences that carries the answer: the best one first, others while they add something, the
 * sentence that one of them leans on (a pronoun, a consequence, a surname alone), and the one that goes on with "It …".
 * @param idf weight of each lexeme of the question
 */
export function chooseSentences(ranked: readonly RankedSentence[], idf: ReadonlyMap<string, number>): RankedSentence[] {
  const best = ranked[0];
  if (!best) return [];
  const chosen: RankedSentence[] = [best];
  const covered = new Set(best.candidate.lexemes);
  const isWhole = best.softCoverage >= wholeQuestion && best.holdsType;
  for (const sentence of ranked.slice(1, 12)) {
    if (chosen.length >= maxSentences || (isWhole && (chosen.length > 1 || sentence.score < asGood * best.score)))
      break;
    if (
      isItem(sentence.candidate) ||
      isPadding(sentence, best) ||
      chosen.some((other) => similarity(other, sentence) > sameText)
    )
      continue;
    const gain = gainOf(sentence, covered, idf);
    const wanted =
      chosen.length === 1
        ? sentence.score >= nearlyAsGood * best.score || gain >= newMass
        : gain >= newMass && sentence.score >= 0.5 * best.score;
    if (!wanted) continue;
    chosen.push(sentence);
    for (const lexeme of sentence.candidate.lexemes) covered.add(lexeme);
  }
  return answerFirst(withFollower(withAntecedents(chosen, ranked), ranked), best);
}

/**
 * Of another passage, far less of an answer by the reader, and less near to the question than the best one: it only
 * looks like more.
 */
function isPadding(sentence: RankedSentence, best: RankedSentence): boolean {
  if (
    sentence.answers === null ||
    best.answers === null ||
    sentence.candidate.passage.chunkId === best.candidate.passage.chunkId
  )
    return false;
  return sentence.answers < best.answers - nearlyAsSure && (sentence.ownSimilarity ?? 0) < (best.ownSimilarity ?? 0);
}

/** Share of the question, by weight, that a sentence has beyond some words. */
export function gainOf(
  sentence: RankedSentence,
  covered: ReadonlySet<string>,
  idf: ReadonlyMap<string, number>,
): number {
  let total = 0;
  let gain = 0;
  const own = new Set(sentence.candidate.lexemes);
  for (const [lexeme, weight] of idf) {
    total += weight;
    if (own.has(lexeme) && !covered.has(lexeme)) gain += weight;
  }
  return total === 0 ? 0 : gain / total;
}

function similarity(left: RankedSentence, right: RankedSentence): number {
  const other = new Set(right.candidate.lexemes);
  const shared = left.candidate.lexemes.filter((lexeme) => other.has(lexeme)).length;
  return shared / Math.max(1, Math.min(left.candidate.lexemes.length, other.size));
}

function withAntecedents(chosen: readonly RankedSentence[], ranked: readonly RankedSentence[]): RankedSentence[] {
  const all = [...chosen];
  for (const sentence of chosen) {
    if (all.length >= maxSentences) break;
    const before = antecedentOf(sentence, ranked);
    if (before && !all.includes(before)) all.push(before);
  }
  return all;
}

/**
 * The sentence without which one is not to be understood, if it was ranked. What stands first below a heading leans on
 * that and not on the section before.
 */
export function antecedentOf(sentence: RankedSentence, ranked: readonly RankedSentence[]): RankedSentence | undefined {
  const { before, isLead, text } = sentence.candidate;
  const found = before === null || isLead ? undefined : besideIt(sentence, before, ranked);
  return found && leansOn(text, found.candidate.text) ? found : undefined;
}

/** Whether a sentence goes on with "It …" from the one before it. */
export function goesOnFrom({ candidate }: RankedSentence): boolean {
  return !candidate.isLead && pronounFirst.test(candidate.text);
}

/**
 * Whether a sentence is not to be understood without the one before it: "Bowman was its director." behind "… a
 * geographer named Isiah Bowman."
 */
export function leansOn(text: string, before: string): boolean {
  return leansByItsWords(text) || namesAgain(text, before);
}

/** Whether it begins with a surname whose full name stands before it, and leans by nothing else. */
export function leansOnName(text: string, before: string): boolean {
  return !leansByItsWords(text) && namesAgain(text, before);
}

const leansByItsWords = (text: string) =>
  [pronounFirst, consequence, goesOn, pronounEarly].some((shape) => shape.test(text));

function namesAgain(text: string, before: string): boolean {
  const surname = firstName.exec(text)?.[0];
  return surname !== undefined && new RegExp(`\\p{Lu}[\\p{L}.'’-]* ${surname}(?!\\p{L})`, 'u').test(before);
}

/** A sentence is often the introduction of the one that goes on with "It …". */
function withFollower(chosen: readonly RankedSentence[], ranked: readonly RankedSentence[]): RankedSentence[] {
  const last = chosen.toSorted(byPlace).at(-1);
  if (!last || chosen.length >= maxSentences) return [...chosen];
  const next = besideIt(last, last.candidate.ordinal + 1, ranked);
  return next && !chosen.includes(next) && goesOnFrom(next) ? withFollower([...chosen, next], ranked) : [...chosen];
}

/** The sentence of the same passage with that ordinal, if it was ranked. */
export function besideIt(
  { candidate: { passage } }: RankedSentence,
  ordinal: number,
  ranked: readonly RankedSentence[],
): RankedSentence | undefined {
  return ranked.find(({ candidate }) => candidate.passage.chunkId === passage.chunkId && candidate.ordinal === ordinal);
}

/**
 * What answers is read first, behind the sentence that it leans on; then what goes with it, passage by passage in its
 * own order.
 */
function answerFirst(chosen: readonly RankedSentence[], best: RankedSentence): RankedSentence[] {
  const { passage } = best.candidate;
  const leanedOn = antecedentOf(best, chosen);
  const placeOf = (sentence: RankedSentence) =>
    sentence === best ? 1 : sentence === leanedOn ? 0 : sentence.candidate.passage.chunkId === passage.chunkId ? 2 : 3;
  return chosen.toSorted((left, right) => placeOf(left) - placeOf(right) || byPlace(left, right));
}

/**
 * Share of the question, by weight, that title and headings above the steps hold: they are the steps of what is asked.
 */
const headed = 0.65;

export interface AskedProcedure {
  readonly query: string;
  /** Weight of each lexeme of the question. */
  readonly idf: ReadonlyMap<string, number>;
}

/**
 * Sentences for a question that asks how, with the steps before them where title and headings say what is asked and
 * nothing chosen is one of them: "How do I void a label?" under "Void a label" is answered by what stands there to do,
 * not by a sentence that says a label can be voided. Of several lists it is that under the heading nearest to the
 * question.
 * @param ranked all sentences, best first
 */
export function withHeadedStep(
  chosen: readonly RankedSentence[],
  ranked: readonly RankedSentence[],
  question: AskedProcedure,
): readonly RankedSentence[] {
  const [best] = ranked;
  if (!best || chosen.some(({ candidate }) => isStep(candidate))) return chosen;
  const steps = ranked
    .filter(({ candidate }) => candidate.passage.documentId === best.candidate.passage.documentId && isStep(candidate))
    .map((sentence) => ({ sentence, share: shareAbove(sentence, ranked, question) }))
    .filter(({ share }) => share >= headed);
  const [first] = steps.toSorted((left, right) => right.share - left.share);
  return first ? [first.sentence, ...chosen] : chosen;
}

/** Whether title and headings above a sentence say what is to be done. */
export function isHeadedAsAsked(
  sentence: RankedSentence,
  others: readonly RankedSentence[],
  question: AskedProcedure,
): boolean {
  return asksForProcedure(question.query) && shareAbove(sentence, others, question) >= headed;
}

/**
 * Share of the question's words, of those that any of the sentences has in or above it: whoever asks how tells more
 * than what is to be done, "bought it by mistake". Of a question that does not ask how in so many words, of all its
 * words.
 */
function shareAbove(
  { candidate }: RankedSentence,
  sentences: readonly RankedSentence[],
  { idf, query }: AskedProcedure,
): number {
  const known = asksHowItIsDone(query)
    ? sentences.flatMap(({ candidate: { lexemes, contextLexemes } }) => [...lexemes, ...contextLexemes])
    : idf.keys();
  const massOf = (words: Iterable<string>) => {
    const held = new Set(words);
    return idfMass(new Map([...idf].filter(([lexeme]) => held.has(lexeme))));
  };
  return massOf(candidate.contextLexemes) / (massOf(known) || 1);
}

/** A longer procedure is not read in an answer: the step that was found stands alone. */
const longestProcedure = 1_500;
/** The same of code: a page of configuration is looked up, not quoted. */
const longestCode = 700;
const codeLine = /^ {4}/;

/**
 * Sentences where a step of a numbered list stands for its whole list, lead-in included, in their order and each list
 * once: a step without those before it is no instruction, and may leave out the one that keeps a person safe.
 */
export function withWholeProcedures(chosen: readonly RankedSentence[]): RankedSentence[] {
  return withWhole(chosen, procedureAround, longestProcedure);
}

/**
 * Sentences where a line of code stands for its whole block, the line that leads in included: one line of a command or
 * a file may not work by itself.
 */
export function withWholeCode(chosen: readonly RankedSentence[]): RankedSentence[] {
  return withWhole(chosen, codeAround, longestCode);
}

/** A longer list is looked up, not quoted. */
const longestList = 1_500;

/**
 * Sentences where an item stands for its whole list, lead-in included, for a question that asks for several things:
 * "which roles are there" is not answered by one of them. So does the row of a table. An item or a row with a word of
 * the question that the headings above it lack is what is asked for.
 */
export function withWholeLists(chosen: readonly RankedSentence[], question: string): readonly RankedSentence[] {
  return asksForSeveral(question) ? withWhole(chosen, listAround(question), longestList) : chosen;
}

/** The bulleted list or the table that a position stands in; null where it stands in none, or is what is asked for. */
function listAround(question: string): Around {
  const asked = contentRootsOf(question);
  return (text, position, headings) => {
    const rows = rowsOf(text);
    const at = rows.at(position);
    const item = rows.textOf(at);
    const column = firstCellOf(item) === undefined ? '' : item.slice(0, item.indexOf(': ') + 2);
    const isItem = (row: number) =>
      column === '' ? bulletMark.test(rows.textOf(row)) : rows.textOf(row).startsWith(column);
    if (!isItem(at)) return null;
    const told = contentRootsOf(column === '' ? item : item.replaceAll(/(?:^|; )[^.;:\n]+: /g, ' '));
    const above = contentRootsOf(headings.join(' '));
    if (asked.some((root) => holdsRoot(told, root) && !holdsRoot(above, root))) return null;
    const { first, last } = rows.around(at, isItem);
    return first < last ? rows.withLeadIn(first, last) : null;
  };
}

type Around = (text: string, position: number, headings: readonly string[]) => Span | null;

function withWhole(chosen: readonly RankedSentence[], around: Around, longest: number): RankedSentence[] {
  const kept: RankedSentence[] = [];
  for (const sentence of chosen.map((each) => widened(each, around, longest))) {
    const { passage, sourceSpan } = sentence.candidate;
    const holds = (other: RankedSentence) =>
      other.candidate.passage.chunkId === passage.chunkId &&
      other.candidate.sourceSpan.start <= sourceSpan.start &&
      other.candidate.sourceSpan.end >= sourceSpan.end;
    if (kept.some(holds)) continue;
    const within = kept.findIndex(
      (other) =>
        other.candidate.passage.chunkId === passage.chunkId &&
        other.candidate.sourceSpan.start >= sourceSpan.start &&
        other.candidate.sourceSpan.end <= sourceSpan.end,
    );
    if (within >= 0) kept[within] = sentence;
    else kept.push(sentence);
  }
  return kept;
}

function widened(sentence: RankedSentence, around: Around, longest: number): RankedSentence {
  const { candidate } = sentence;
  const { passage, sourceSpan } = candidate;
  const span = around(passage.text, sourceSpan.start - passage.sourceSpan.start, candidate.headings);
  if (span === null || span.end - span.start > longest || span.end - span.start <= sourceSpan.end - sourceSpan.start)
    return sentence;
  const [start, end] = [span.start + passage.sourceSpan.start, span.end + passage.sourceSpan.start];
  return {
    ...sentence,
    candidate: { ...candidate, text: passage.text.slice(span.start, span.end), sourceSpan: { start, end } },
  };
}

/**
 * The numbered list that a position stands in, or that it leads in; null where it stands in none. Indented lines belong
 * to the step above them.
 */
function procedureAround(text: string, position: number): Span | null {
  const rows = rowsOf(text);
  const at = rows.at(position);
  const belongs = (row: number) => stepMark.test(rows.textOf(row)) || /^\s{2,}\S/.test(rows.textOf(row));
  const from = belongs(at) ? at : rows.leadsIn(at) && belongs(at + 1) ? at + 1 : -1;
  if (from < 0) return null;
  const { first, last } = rows.around(from, belongs);
  return stepMark.test(rows.textOf(first)) && first < last ? rows.withLeadIn(first, last) : null;
}

/** The lines of code around a position, blank ones between them included; null where it is no code. */
function codeAround(text: string, position: number): Span | null {
  const rows = rowsOf(text);
  const at = rows.at(position);
  const isCode = (row: number) => codeLine.test(rows.textOf(row));
  if (!isCode(at)) return null;
  const { first, last } = rows.around(at, isCode);
  return rows.withLeadIn(first, last);
}

/** The lines of a text by their number; before the first and behind the last there is nothing. */
function rowsOf(text: string) {
  const rows = lines(text);
  const textOf = (row: number) => {
    const span = rows[row];
    return span ? text.slice(span.start, span.end) : '';
  };
  const leadsIn = (row: number) => !/^#/.test(textOf(row)) && textOf(row).trimEnd().endsWith(':');
  return {
    textOf,
    /** Whether what stands below belongs to this line: it ends with a colon and is no heading. */
    leadsIn,
    at: (position: number) => rows.findIndex(({ start, end }) => position >= start && position < end),
    /** The lines around one that all belong. */
    around(row: number, belongs: (row: number) => boolean) {
      let [first, last] = [row, row];
      while (belongs(first - 1)) first -= 1;
      while (belongs(last + 1)) last += 1;
      return { first, last };
    },
    withLeadIn(first: number, last: number): Span {
      const from = leadsIn(first - 1) ? first - 1 : first;
      return { start: rows[from]?.start ?? 0, end: rows[last]?.end ?? 0 };
    },
  };
}
