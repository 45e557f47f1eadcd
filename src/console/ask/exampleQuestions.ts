/** A document with the blocks at its beginning. */
interface Asking {
  readonly title: string;
  readonly blocks: readonly { readonly kind: string; readonly text: string }[];
}

const mostExamples = 3;
const longest = 120;
/** The marks that end a question, and the mark that Armenian puts inside. */
const asks = /[?？؟፧⸮\u037e]$|՞/u;
/** `Q:`, `3.`, `F2)`: what numbers a question in a list. */
const number = /^(?:\p{Lu}?\d{1,3}|\p{Lu})[.:)]\s+/u;
const withoutSpaces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/**
 * Questions that the documents themselves ask, in titles, headings and lists of frequent questions: their answers stand
 * below. One of each document first. Empty: the documents ask nothing, and a question made of a title would be none.
 */
export function exampleQuestions(documents: readonly Asking[]): string[] {
  const asked = documents.map(({ title, blocks }) =>
    [title, ...blocks.filter(({ kind }) => kind === 'HEADING' || kind === 'PARAGRAPH').map(({ text }) => text)]
      .map((text) => plain(text))
      .filter((text) => isQuestion(text)),
  );
  const rounds = Math.max(0, ...asked.map((questions) => questions.length));
  const inTurn = Array.from({ length: rounds }, (_, round) =>
    asked.flatMap((questions) => questions.slice(round, round + 1)),
  );
  return [...new Set(inTurn.flat())].slice(0, mostExamples);
}

/** Without the marks of a heading, of bold text and of a list. */
function plain(text: string): string {
  const line = text.trim().replace(/^#{1,6}\s+/u, '');
  const bare = line.replaceAll(/(?:\*\*|__|`)/gu, '').trim();
  return bare.replace(number, '');
}

/** One line that ends as a question and says more than "Questions?". */
function isQuestion(text: string): boolean {
  if (text.length > longest || text.includes('\n') || !asks.test(text)) return false;
  return text.split(/\s+/u).length >= 3 || (withoutSpaces.test(text) && text.length >= 5);
}
