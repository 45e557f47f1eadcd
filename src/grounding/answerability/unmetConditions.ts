import type { Passage } from '../../retrieval/passage.ts';
import { isMeasured } from '../../knowledge/values/units.ts';
import { limitOf, sameUnit } from '../checks/numbers.ts';
import { replacedAmong } from '../editions/successors.ts';
import {
  coversFact,
  listFacts,
  type NamedFact,
  type NamedFacts,
  wholeText,
} from '../../retrieval/question/namedFacts.ts';
import { amountsOf } from '../../knowledge/values/amounts.ts';
import { speaksOf, stretchesIn } from '../../knowledge/values/calendar.ts';
import { type Interval, overlaps, timeMatch } from '../../knowledge/values/timeSpan.ts';
import { besideItem, ofAnother } from '../sentences/nested.ts';
import type { RankedSentence } from '../sentences/rankSentences.ts';
import { type AnswerType, expectedType } from '../../retrieval/question/answerType.ts';
import type { Question } from '../../retrieval/question/question.ts';

/** Why the chosen sentences do not answer the question, whatever the signals say. */
export type UnmetCondition =
  | { readonly kind: 'MISSING_FACT'; readonly fact: NamedFact }
  | { readonly kind: 'OTHER_TIME' }
  | { readonly kind: 'OTHER_POLARITY' }
  /** The best sentence says the opposite of a word of the question. */
  | { readonly kind: 'OPPOSITE'; readonly asked: string; readonly stated: string };

/**
 * "What is the council not composed of?" is not answered by what the council is composed of. Questions with why, if or
 * because ask about obstacles, which texts word in other ways.
 */
const questionWord = /\b(?:what|which|who|whose|whom|where|when|how)\b/i;
const aside = /\b(?:if|unless|because|when|why|how)\b/i;
const denied =
  /\b(?:not|never|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|doesn['’]t|don['’]t|didn['’]t|no longer|fail(?:s|ed)? to)\b/i;
const negation = /\b(?:not|never|no|nor|neither|none|without|except|cannot)\b|n['’]t\b/i;

/**
 * The conditions of a question that the chosen sentences leave unmet: the question names something that no passage
 * contains, the sentences are about another time, they lack the negation of the question, or they say the opposite of
 * one of its words. Such conditions are rare; `npm run bench answerability` prints the precision of each on each set.
 *
 * If the reader is sure, a number that no passage contains is taken to be part of the user's story ("im 34, do i pay
 * for paper?", "3000 products, how do i get them in"). The passage lacks a number of 985 of 28,721 typed questions with
 * an answer, and of 233 of 11,335 near misses, so a missing number alone is no evidence. Missing names, codes and
 * versions, and opposites, count whatever the reader says, because readers confuse them.
 * @param ranked all sentences that were read, best first
 * @param chosen the sentences that would form the answer
 * @param answerability of the best passage, 0..1; null if no reader judged it
 */
export function unmetConditions(
  question: Question,
  facts: NamedFacts,
  ranked: readonly RankedSentence[],
  chosen: readonly RankedSentence[],
  answerability: number | null = null,
): UnmetCondition[] {
  // Steps that stand for a whole list are not among the ranked sentences.
  const [best] = chosen.toSorted((left, right) => right.score - left.score);
  if (!best) return [];
  const read = [...new Set(ranked.map(({ candidate }) => candidate.passage))];
  const isSure = answerability !== null && answerability >= surelyRead;
  const missing = listFacts(facts).filter(
    (fact) =>
      fact.kind !== 'DATE' &&
      !(
        fact.kind === 'NUMBER' &&
        ((isSure && !identifies(question, fact.text) && !isOfAnother(question, fact.text, best)) ||
          isBounded(question, fact.text, chosen))
      ) &&
      !read.some((passage) => coversFact(passage, fact)),
  );
  const another = ofAnother(question, best.candidate);
  const [opposite = another] = [...new Set([best, ...chosen.slice(0, 1)])].flatMap(
    ({ candidate }) =>
      oppositeWord(question, candidate.text, wholeText({ ...candidate.passage, text: besideItem(candidate) })) ?? [],
  );
  return [
    ...missing.map((fact) => ({ kind: 'MISSING_FACT' as const, fact })),
    ...(facts.dates.length > 0 && isOfOtherTime(question, chosen) ? [{ kind: 'OTHER_TIME' as const }] : []),
    ...(asksWhatIsNot(question) && !chosen.some(isDenied) ? [{ kind: 'OTHER_POLARITY' as const }] : []),
    ...(opposite ? [{ kind: 'OPPOSITE' as const, ...opposite }] : []),
  ];
}

/** From this answerability on, the reader's judgement outweighs a missing number. */
export const surelyRead = 0.6;

/** A number that identifies something rather than counting: of an error, a version, a form. */
const numbered =
  /(?:\b(?:errors?|codes?|status|exit|http|versions?|release|model|articles?|sections?|rule|form|step|line|route|room|number|n[or]\.?)|[#§])\s*/i;
const version = /^\d{1,3}(?:\.\d{1,3})+$/;

/**
 * Whether a sentence sets a limit for the amount that a number of the question is part of: a flight for 700 pounds is
 * covered by "above 500 pounds", and a receipt for 8 by "10 or more".
 */
function isBounded(question: Question, number: string, chosen: readonly RankedSentence[]): boolean {
  const [asked] = question.amounts.filter(({ text, unit }) => isMeasured(unit) && text.includes(number));
  return (
    asked !== undefined &&
    chosen.some(({ candidate: { text } }) =>
      amountsOf(text).some(
        (stated) =>
          sameUnit(stated.unit, asked.unit) &&
          (stated.comparator !== 'EXACT' || stated.low !== stated.high || limitOf(text, stated) !== undefined),
      ),
    )
  );
}

const whichOne = /^\W*(?:which|whose|who)\b/i;

/** "Which fair drew 1300 visitors?" beside a sentence that gives another number of visitors, and not as a limit. */
function isOfAnother(question: Question, number: string, { candidate: { text } }: RankedSentence): boolean {
  const [asked] = whichOne.test(question.text) ? question.amounts.filter((amount) => amount.text.includes(number)) : [];
  if (asked === undefined || asked.unit === '') return false;
  const stated = amountsOf(text).filter(({ unit }) => sameUnit(unit, asked.unit));
  return (
    stated.length > 0 &&
    stated.every((other) => other.comparator === 'EXACT' && other.low === other.high && other.low !== asked.low)
  );
}

function identifies(question: Question, number: string): boolean {
  // The whole number: "13" is not named by "exit code 139".
  const named = new RegExp(`${numbered.source}${number.replaceAll('.', '\\.')}(?!\\d)`, 'i');
  return version.test(number) || named.test(question.text);
}

/** Denied by its own words, or under a heading such as "What is not covered". */
function isDenied({ candidate: { text, headings } }: RankedSentence): boolean {
  return negation.test(text) || negation.test(headings.at(-1) ?? '');
}

function asksWhatIsNot(question: Question): boolean {
  const word = questionWord.exec(question.text);
  const rest = word === null ? '' : question.text.slice(word.index + word[0].length);
  return denied.test(rest) && !aside.test(rest);
}

/**
 * Whether every sentence is about another time, or names no time and is from a version that had ended before the time
 * asked about. How well the times fit otherwise is a signal.
 */
function isOfOtherTime(question: Question, chosen: readonly RankedSentence[]): boolean {
  const asked = question.spans;
  const { days } = question;
  if (asked.length === 0 && days.length === 0) return false;
  return chosen.every(({ candidate: { text, passage } }) => {
    const stated = days.length === 0 ? [] : stretchesIn(text);
    if (stated.some((stretch) => days.some((day) => speaksOf(stretch, day)))) return false;
    if (asked.length === 0) return stated.length > 0;
    const match = timeMatch(text, asked);
    return match === 'OTHER' || (match === 'NONE' && hadEnded(passage, asked));
  });
}

function hadEnded({ effectiveFrom, effectiveUntil }: Passage, asked: readonly Interval[]): boolean {
  return (
    effectiveUntil !== null && !asked.some((span) => overlaps(span, { from: effectiveFrom, until: effectiveUntil }))
  );
}

/**
 * Words that cannot both be true of one thing, as questions and texts use them. Prepositions are left out: "before" and
 * "after" occur together in answers.
 */
const pairs = (
  'accept/reject allow/forbid allow/prohibit allow/ban permit/prohibit always/never ancient/modern appear/disappear approve/reject arrive/depart ' +
  'arrive/leave ascend/descend attack/defend begin/end start/end start/finish start/stop beginning/end big/small best/worst better/worse birth/death ' +
  'born/died bottom/top cause/prevent cheap/expensive clockwise/counterclockwise cold/hot cold/warm coldest/hottest coldest/warmest colder/warmer ' +
  'create/destroy created/destroyed construct/demolish deep/shallow decrease/increase decline/grow declined/grew decreased/increased ' +
  'decreasing/increasing fall/rise fell/rose falling/rising lower/raise lowered/raised reduce/increase reduced/increased reduced/raised decline/increase ' +
  'declined/increased drop/rise dropped/rose dark/light dead/alive defeat/victory lose/win lost/won loser/winner losing/winning defended/attacked ' +
  'disagree/agree disagreed/agreed dry/wet driest/wettest early/late earlier/later earliest/latest earliest/last earliest/newest east/west ' +
  'eastern/western eastward/westward easy/hard easy/difficult empty/full enable/disable enabled/disabled enemy/ally enemies/allies enter/leave ' +
  'entrance/exit exclude/include excluded/included excluding/including excludes/includes export/import exports/imports exported/imported ' +
  'external/internal inner/outer far/near farthest/nearest fast/slow fastest/slowest faster/slower fat/thin fewer/more fewest/most least/most less/more ' +
  'female/male females/males feminine/masculine women/men woman/man first/last final/first gain/lose gained/lost good/bad greatest/least ' +
  'greatest/smallest greater/lesser greater/smaller guilty/innocent happy/sad hard/soft hate/love heavy/light heaviest/lightest heavier/lighter high/low ' +
  'higher/lower highest/lowest horizontal/vertical huge/tiny ignore/heed illegal/legal implicit/explicit improve/worsen improved/worsened ' +
  'inferior/superior join/leave joined/left large/small larger/smaller largest/smallest bigger/smaller biggest/smallest legal/unlawful lengthen/shorten ' +
  'liberal/conservative likely/unlikely literal/figurative little/big long/short longer/shorter longest/shortest loose/tight loud/quiet major/minor ' +
  'majority/minority maximum/minimum max/min maximal/minimal maximize/minimize merge/split mild/severe natural/artificial negative/positive new/old ' +
  'newer/older newest/oldest youngest/oldest younger/older north/south northern/southern northeast/southwest northwest/southeast ' +
  'northernmost/southernmost easternmost/westernmost occupied/unoccupied offense/defense offensive/defensive official/unofficial oppose/support ' +
  'opposed/supported opponent/supporter opponents/supporters optimistic/pessimistic optional/required optional/mandatory parent/child passive/active ' +
  'active/inactive pass/fail passed/failed failed/succeeded fail/succeed failure/success past/future peace/war permanent/temporary plural/singular ' +
  'poor/rich poorest/richest wealthiest/poorest popular/unpopular possible/impossible predecessor/successor preceded/succeeded preceded/followed ' +
  'private/public profit/loss pull/push quick/slow rare/common rarely/often rarely/frequently often/seldom rejected/accepted rejected/approved ' +
  'rejected/adopted denied/granted deny/grant deny/admit denied/admitted remember/forget remove/add removed/added remove/install rural/urban ' +
  'safe/dangerous same/different similar/different secure/insecure sender/receiver separate/united separated/united shrink/grow simple/complex ' +
  'simplest/complex strength/weakness strengths/weaknesses strengthen/weaken strengthened/weakened strong/weak stronger/weaker strongest/weakest ' +
  'student/teacher sunrise/sunset tall/short taller/shorter tallest/shortest thick/thin thickest/thinnest true/false under/over upper/lower ' +
  'upstream/downstream useful/useless valid/invalid visible/invisible voluntary/compulsory voluntary/involuntary voluntary/mandatory wide/narrow ' +
  'wider/narrower widest/narrowest winter/summer withdraw/deposit advantage/disadvantage advantages/disadvantages acid/alkaline analog/digital ' +
  'assets/liabilities attract/repel automatic/manual available/unavailable aware/unaware backward/forward capitalism/communism captured/released ' +
  'certain/uncertain civilian/military complete/incomplete conscious/unconscious connected/disconnected consistent/inconsistent consumer/producer ' +
  'correct/incorrect covered/uncovered debit/credit dependent/independent direct/indirect directly/indirectly domestic/foreign domestic/international ' +
  'downward/upward employed/unemployed equal/unequal evil/good expand/contract expanded/contracted fair/unfair fertile/barren finite/infinite ' +
  'flexible/rigid formal/informal fortunate/unfortunate frequent/infrequent generous/stingy healthy/unhealthy honest/dishonest innocence/guilt ' +
  'known/unknown local/global local/national logical/illogical lucky/unlucky mature/immature moral/immoral necessary/unnecessary normal/abnormal ' +
  'obey/disobey odd/even online/offline ordinary/extraordinary organic/inorganic paid/unpaid paid/free perfect/imperfect physical/mental polite/rude ' +
  'predictable/unpredictable primary/secondary protected/unprotected pure/impure qualified/disqualified real/fake real/imaginary reasonable/unreasonable ' +
  'regular/irregular related/unrelated relevant/irrelevant reliable/unreliable religious/secular remembered/forgotten reversible/irreversible ' +
  'satisfied/dissatisfied similarities/differences similarity/difference smooth/rough solid/liquid soluble/insoluble specific/general stable/unstable ' +
  'sufficient/insufficient symmetric/asymmetric theoretical/practical uniform/varied united/divided victims/perpetrators violent/peaceful wanted/unwanted ' +
  'welcome/unwelcome wise/foolish worldwide/local' +
  ' hardware/software upload/download uploads/downloads uploaded/downloaded sender/recipient buyer/seller buyers/sellers monthly/yearly monthly/annual weekly/daily inbound/outbound incoming/outgoing weekday/weekend weekdays/weekends' +
  ' daily/monthly daily/yearly daily/annual weekly/monthly weekly/yearly weekly/annual hourly/daily hourly/weekly hourly/monthly'
)
  .split(' ')
  .map((pair) => pair.split('/'));

const opposites = new Map<string, Set<string>>();
for (const [left = '', right = ''] of pairs) {
  opposites.set(left, (opposites.get(left) ?? new Set()).add(right));
  opposites.set(right, (opposites.get(right) ?? new Set()).add(left));
}

const denying = /^(?:un|in|im|il|ir|dis|non)/;
/** "in" and "un" begin many short words that are not negations. */
const shortest = 5;
const denial = /\b(?:not|no|never|nor|neither|none|without|cannot)\b|n['’]t\b/i;
const yesOrNo = /^\s*(?:is|are|was|were|am|do|does|did|can|could|may|must|should|shall|will|would|has|have|had)\b/i;

/** @param left in lower case, like `right` */
export function areOpposites(left: string, right: string): boolean {
  if (opposites.get(left)?.has(right)) return true;
  const [one, other] = [left.replace(denying, ''), right.replace(denying, '')];
  return left !== right && ((one.length >= shortest && one === right) || (other.length >= shortest && other === left));
}

/** Verbs that switch a thing on or off, with the object inside or after the verb. */
const switches = {
  on: /\b(?:(?:turn|switch)(?:s|es|ed|ing)?(?: [\p{L}\d'’-]+){0,4}? on|(?:re)?(?:enabl|activat)\p{L}+)\b/iu,
  off: /\b(?:(?:turn|switch|shut)(?:s|es|ed|ting|ing)?(?: [\p{L}\d'’-]+){0,4}? off|(?:disabl|deactivat|uninstall)\p{L}*|opt(?:s|ed|ing)? out)\b/iu,
  begun: /\b(?:set(?:s|ting)? up|install(?:s|ed|ing)?|opt(?:s|ed|ing)? in)\b/iu,
};

/**
 * The question asks how to switch something off and the sentence says how to switch it on, or the reverse: "turn
 * two-factor off" is not answered by "Set up two-factor authentication".
 */
function oppositeSwitch(question: Question, sentence: string, around: string) {
  const [asksOff, asksOn] = [switches.off.exec(question.text), switches.on.exec(question.text)];
  if (asksOff && !asksOn) {
    const stated = switches.on.exec(sentence) ?? switches.begun.exec(sentence);
    return stated && !switches.off.test(`${sentence} ${around}`) ? { asked: asksOff[0], stated: stated[0] } : undefined;
  }
  if (!asksOn || asksOff) return undefined;
  const stated = switches.off.exec(sentence);
  const isBegun = [switches.on, switches.begun].some((shape) => shape.test(`${sentence} ${around}`));
  return stated && !isBegun ? { asked: asksOn[0], stated: stated[0] } : undefined;
}

/**
 * The first word of a question whose opposite is in the candidate sentence, while the word itself is nowhere in the
 * passage: "the smallest city" is not answered by the largest one. Skips yes-or-no questions and sentences with a
 * negation, which may well be an answer. Of 26 such questions in squad2, 23 had no answer. English only.
 * @param around the passage of the sentence, with its title and headings
 */
export function oppositeWord(
  question: Question,
  sentence: string,
  around: string,
): { readonly asked: string; readonly stated: string } | undefined {
  if (yesOrNo.test(question.text) || denial.test(sentence)) return undefined;
  const asked = wordSet(question.text);
  const stated = [...wordSet(sentence)].filter((word) => !asked.has(word));
  const there = wordSet(around);
  for (const word of asked) {
    const opposite = there.has(word) ? undefined : stated.find((other) => areOpposites(word, other));
    if (opposite !== undefined) return { asked: word, stated: opposite };
  }
  return oppositeSwitch(question, sentence, around);
}

function wordSet(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}+(?:['’-]\p{L}+)*/gu) ?? []);
}

/** Capitalized words that only begin a sentence. */
const functionWords = new Set(
  'the a an in on at of for to from by with as it its this that these those he she they his her their our we you your i my if when while after before since until there here and but or so not no all each every some many most both such one'.split(
    ' ',
  ),
);
/**
 * A sentence of another document rivals the best one if it covers nearly as much of the question as the best sentence,
 * and most of the question in absolute terms.
 */
const nearlyAsMuch = 0.85;
const mostOfIt = 0.6;
const numberShape = /\d+(?:[.,]\d+)*/g;
const valueShape = /(?<![\p{L}\d])\p{Lu}[\p{L}\d-]+|\d+(?:[.,]\d+)*/gu;

/**
 * Why, how to, and what a thing is: several documents explain these in their own words, with different names but
 * without contradiction. "What is the fee?" asks for a value instead.
 */
const explanation =
  /^\W*(?:why|how (?:do|does|did|can|could|should|would|to|is|are)|what(?:['’]s| is| are) (?!the\b)(?:an? |this |these )?(?:[\p{L}\d.'’-]+ ?){1,3}\W*$)/iu;

/**
 * One sentence per document that answers the question about as well as the best one and says something else: names and
 * numbers that are not in the question. Two or more mean that it is unclear which is meant. Best first; empty if there
 * is only one answer.
 */
export function rivalAnswers(question: Question, ranked: readonly RankedSentence[]): RankedSentence[] {
  const best = ranked[0];
  const type = expectedType(question);
  if (!best || best.softCoverage < mostOfIt || (type === 'ANY' && explanation.test(question.text))) return [];
  const own = new Set(valuesOf(question.text, 'ANY'));
  const distinct: { readonly sentence: RankedSentence; readonly values: ReadonlySet<string> }[] = [];
  // A replaced document naturally differs from its successor, and the answer ignores it.
  const documents = new Set(replacedAmong(ranked.map(({ candidate }) => candidate.passage)));
  for (const sentence of ranked) {
    const { documentId } = sentence.candidate.passage;
    if (
      documents.has(documentId) ||
      !sentence.holdsType ||
      sentence.softCoverage < Math.max(mostOfIt, nearlyAsMuch * best.softCoverage)
    )
      continue;
    documents.add(documentId);
    const values = new Set(valuesOf(sentence.candidate.text, type).filter((value) => !own.has(value)));
    if (values.size > 0 && !distinct.some((other) => [...values].some((value) => other.values.has(value))))
      distinct.push({ sentence, values });
  }
  return distinct.length > 1 ? distinct.map(({ sentence }) => sentence) : [];
}

/**
 * The values that could be the answer. If the question asks for a number or a date, only numbers count, because several
 * answers may share the names around them.
 */
function valuesOf(text: string, type: AnswerType): string[] {
  const shape = type === 'NUMBER' || type === 'DATE' ? numberShape : valueShape;
  return [...text.matchAll(shape)].map((match) => match[0].toLowerCase()).filter((value) => !functionWords.has(value));
}

/** "Springfield (Ohio)", "Refund policy (EU)": names that a qualifier in brackets distinguishes. */
const qualified = /^([^()\n.;:!?]{3,60}?) \(([^()\n]{2,40})\)/u;

/**
 * The best sentence of each document about a thing with the name in the question, if such documents are distinguished
 * by a qualifier in brackets and the question does not say which it means. Best first; empty if there are fewer than
 * two.
 */
export function namesakes(question: Question, ranked: readonly RankedSentence[]): RankedSentence[] {
  const asked = ` ${rivalWordsOf(question.text).join(' ')} `;
  const replaced = replacedAmong(ranked.map(({ candidate }) => candidate.passage));
  const byName = new Map<string, Map<string, RankedSentence>>();
  for (const sentence of ranked) {
    const { passage } = sentence.candidate;
    const title = titleOf(passage);
    if (
      !title ||
      replaced.has(passage.documentId) ||
      !asked.includes(` ${rivalWordsOf(title.name).join(' ')} `) ||
      rivalWordsOf(title.qualifier).some((word) => asked.includes(` ${word} `))
    )
      continue;
    const [name, qualifier] = [title.name.toLowerCase(), title.qualifier.toLowerCase()];
    const namesOf = byName.get(name) ?? new Map<string, RankedSentence>();
    if (!namesOf.has(qualifier)) namesOf.set(qualifier, sentence);
    byName.set(name, namesOf);
  }
  const [sharing] = [...byName.values()].filter((sharing) => sharing.size > 1);
  return sharing ? [...sharing.values()] : [];
}

/** The name and qualifier of a passage's subject, from its title, first heading or first words. */
function titleOf({
  documentTitle,
  sectionPath,
  text,
}: RankedSentence['candidate']['passage']): { readonly name: string; readonly qualifier: string } | undefined {
  for (const title of [documentTitle, ...sectionPath.slice(0, 1), text]) {
    const [, name, qualifier] = qualified.exec(title) ?? [];
    if (name && qualifier) return { name, qualifier };
  }
  return undefined;
}

/** In lower case. */
function rivalWordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d']+/gu) ?? [];
}
