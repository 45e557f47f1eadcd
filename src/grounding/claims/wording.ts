/** Whose words a claim has. */
import { itemMark, lines, sentences } from '../../knowledge/language/sentences.ts';
import { holdsRun } from '../checks/compareSentences.ts';
import { foldText } from '../checks/locateQuote.ts';

/**
 * Whether a claim has the source's own words: whole sentences, items or rows of a text, in their order. White space,
 * typographic variants, list marks, the case of a first letter and the mark at the end may differ, and nothing else: a
 * part of a sentence is not what the sentence says.
 */
export function isVerbatim(claim: string, text: string): boolean {
  const wanted = piecesOf(claim).join(' ');
  return wanted !== '' && holdsRun(piecesOf(text), wanted);
}

function piecesOf(text: string): string[] {
  return lines(text)
    .flatMap((line) => {
      const whole = text.slice(line.start, line.end);
      return sentences(whole).map(({ start, end }) => plainPiece(whole.slice(start, end)));
    })
    .filter((piece) => piece !== '');
}

function plainPiece(sentence: string): string {
  const plain = foldText(sentence.replace(itemMark, ''))
    .text.trim()
    .replace(/[\s.!:;,。！]+$/u, '');
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}

/** Marks of any kind may follow; letters of any script do not. */
const question = /[?？؟][^\p{L}\p{M}\p{N}]*$/u;
/** A question states nothing, however many of its words stand in a source: "Is parking free?" */
export const asks = (text: string): boolean => question.test(text);

/** What begins a sentence in place of its subject. */
const pronoun = /^(?:it|they|he|she|this|these)(?=\s)/iu;
const article = /^(?:the|an?|each|every|your|our|this|these)\s+/iu;

/**
 * The sentence with its leading pronoun replaced by the words that a claim has in its place, if these stand together in
 * one of the texts around it: "Theft insurance costs 3 euros" for "It costs 3 euros" under the heading "Theft
 * insurance". Otherwise the sentence as it is.
 * @param around headings, and the sentence before; none that asks or orders
 */
export function resolved(claim: string, sentence: string, around: readonly string[]): string {
  const head = pronoun.exec(sentence)?.[0];
  if (head === undefined) return sentence;
  const rest = sentence.slice(head.length).trimStart();
  const next = /^[\p{L}\p{M}\d'’]+/u.exec(rest)?.[0];
  const position = next === undefined ? -1 : claim.toLowerCase().indexOf(` ${next.toLowerCase()}`);
  if (position <= 0) return sentence;
  const subject = claim.slice(0, position);
  const words = wordsIn(subject.replace(article, ''));
  const isNamed = words !== '' && around.some((text) => ` ${wordsIn(text)} `.includes(` ${words} `));
  return isNamed ? `${subject} ${rest}` : sentence;
}

/** The sentence with its leading pronoun replaced by a heading, with and without an article; none without a pronoun. */
export function namedBy(sentence: string, heading: string): string[] {
  const head = pronoun.exec(sentence)?.[0];
  if (head === undefined) return [];
  const rest = sentence.slice(head.length).trimStart();
  const name = heading.replace(article, '');
  const within = name.charAt(0).toLowerCase() + name.slice(1);
  return [`${name} ${rest}`, `The ${name} ${rest}`, `The ${within} ${rest}`, `${heading} ${rest}`];
}

const wordsIn = (text: string) => (text.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? []).join(' ');
