import { unescapeQuote } from '../../models/documentData.ts';
import type { ShownPassage } from './prompt.ts';

/** Characters of a question. People type less than 100; what is longer is a retelling. */
export const maxQuestionLength = 300;

/** Control, direction and zero-width marks and lone surrogates: Postgres refuses NUL, and nobody types the others. The joiners of Persian and Hindi stay. */
const invisible = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;
const listMark = /^(?:[-*•]|\(?\d{1,2}[.)])\s+/u;
const questionMark = /[?？؟;՞፧]["'”’»)]*$/u;
/** Schemes, addresses and domains; not every ending of a domain, or ASP.NET and socket.io would be links. */
const link =
  /\w:\/\/|\bwww\.|\]\(|[\w.+-]+@[\w-]+\.\w|\b(?:javascript|mailto|data):|\b[\w-]+\.(?:com|org|info|biz|example)\b|\b[\w-]+\.[a-z]{2,}\/\w/iu;
const instruction = new RegExp(
  [
    String.raw`\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|guardrails?|above)\b`,
    String.raw`\b(?:system|developer) (?:prompt|message)\b`,
    String.raw`^(?:system|assistant|user|developer)\s*:`,
    String.raw`^(?:please )?(?:reply|respond|answer|output|print|repeat|write|pretend|act)\b`,
    String.raw`\byou (?:must|are now|shall)\b`,
    '</?[a-z!|]',
    '```',
    String.raw`\[/?inst\]`,
  ].join('|'),
  'iu',
);
/** Asks about the passage instead of its subject: no person would. */
const aboutPassage = /\b(?:this|the) (?:passage|excerpt|snippet)\b|\bthis (?:text|document|section)\b/iu;

/**
 * The questions of a reply that can be stored, at most `limit`: one line each, in their order. Dropped is what is empty, too long, no question, said twice,
 * a link, an instruction, or there word for word in the passage, its title or headings, which find it already.
 * The lists of shapes are not a fence: a hypothetical only ever leads to its own passage, whose document could as well have said the same itself.
 */
export function usableQuestions(replied: readonly string[], passage: ShownPassage, limit: number): string[] {
  const said = ` ${wordsOf([passage.title, ...passage.sectionPath, passage.text].join(' \n '))} `;
  const seen = new Set<string>();
  const usable: string[] = [];
  for (const reply of replied) {
    const question = tidy(reply);
    const words = wordsOf(question);
    if (!isQuestion(question, words) || seen.has(words) || said.includes(` ${words} `)) continue;
    seen.add(words);
    usable.push(question);
    if (usable.length === limit) break;
  }
  return usable;
}

/** The passage was shown escaped, and models quote what they see. */
function tidy(reply: string): string {
  return unescapeQuote(reply).replaceAll(invisible, ' ').replaceAll(/\s+/g, ' ').trim().replace(listMark, '');
}

function isQuestion(question: string, words: string): boolean {
  return (
    words !== '' &&
    question.length <= maxQuestionLength &&
    questionMark.test(question) &&
    !link.test(question) &&
    !instruction.test(question) &&
    !aboutPassage.test(question)
  );
}

/** Letters, their marks and digits alone, in one case. */
function wordsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
