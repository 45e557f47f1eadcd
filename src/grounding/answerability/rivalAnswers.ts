import { replacedAmong } from '../conflicts/successors.ts';
import type { RankedSentence } from '../sentences/rankSentences.ts';
import { type AnswerType, expectedType } from './answerType.ts';

/** Words that a sentence begins with. */
const functionWords = new Set(
  'the a an in on at of for to from by with as it its this that these those he she they his her their our we you your i my if when while after before since until there here and but or so not no all each every some many most both such one'.split(
    ' ',
  ),
);
/**
 * A sentence of another document rivals the best one when it carries nearly as much of the question, and most of it at
 * all.
 */
const nearlyAsMuch = 0.85;
const mostOfIt = 0.6;
const numberShape = /\d+(?:[.,]\d+)*/g;
const valueShape = /(?<![\p{L}\d])\p{Lu}[\p{L}\d-]+|\d+(?:[.,]\d+)*/gu;

/**
 * Why, how to, and what a thing is: explained in several documents, each in its own words, which name different things
 * and do not contradict each other. "What is the fee?" asks for a value.
 */
const explanation =
  /^\W*(?:why|how (?:do|does|did|can|could|should|would|to|is|are)|what(?:['’]s| is| are) (?!the\b)(?:an? |this |these )?(?:[\p{L}\d.'’-]+ ?){1,3}\W*$)/iu;

/**
 * One sentence of each document that answers the question about as well as the best and says something else: other
 * names and numbers than the question's own. Two or more mean that it is not clear which is meant. Best first; empty
 * when there is one answer.
 */
export function rivalAnswers(question: string, ranked: readonly RankedSentence[]): RankedSentence[] {
  const best = ranked[0];
  const type = expectedType(question);
  if (!best || best.softCoverage < mostOfIt || (type === 'ANY' && explanation.test(question))) return [];
  const own = new Set(valuesOf(question, 'ANY'));
  const distinct: { readonly sentence: RankedSentence; readonly values: ReadonlySet<string> }[] = [];
  // What a successor replaced says otherwise by nature, and the answer passes it over.
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
 * What could be the answer: of a question for a number or a date the numbers alone, as names around them may well be
 * shared.
 */
function valuesOf(text: string, type: AnswerType): string[] {
  const shape = type === 'NUMBER' || type === 'DATE' ? numberShape : valueShape;
  return [...text.matchAll(shape)].map((match) => match[0].toLowerCase()).filter((value) => !functionWords.has(value));
}

/** "Springfield (Ohio)", "Refund policy (EU)": what is told apart by what stands in brackets. */
const qualified = /^([^()\n.;:!?]{3,60}?) \(([^()\n]{2,40})\)/u;

/**
 * The best sentence of each document about something that bears the name in the question, where documents about others
 * of that name are told apart by what stands in brackets behind it and the question does not say which it means. Best
 * first; fewer than two are none.
 */
export function namesakes(question: string, ranked: readonly RankedSentence[]): RankedSentence[] {
  const asked = ` ${wordsOf(question).join(' ')} `;
  const replaced = replacedAmong(ranked.map(({ candidate }) => candidate.passage));
  const byName = new Map<string, Map<string, RankedSentence>>();
  for (const sentence of ranked) {
    const { passage } = sentence.candidate;
    const title = titleOf(passage);
    if (
      !title ||
      replaced.has(passage.documentId) ||
      !asked.includes(` ${wordsOf(title.name).join(' ')} `) ||
      wordsOf(title.qualifier).some((word) => asked.includes(` ${word} `))
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

/** What a passage is about, as its title, its first heading or its first words say. */
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
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d']+/gu) ?? [];
}
