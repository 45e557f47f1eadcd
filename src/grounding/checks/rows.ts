import { lines } from '../../knowledge/sentences.ts';
import { scan } from '../reading/scan.ts';
import { valueOfDigits } from '../reading/numerals.ts';
import { sameStem } from '../words/stems.ts';

export type Cell = readonly [header: string, value: string];
/** The first cell says what a row is about. */
export type Row = readonly Cell[];

const longestHeader = 40;

/** Canonical rows of a table: "Plan: Basic; Price: €5". */
export function rowsOf(text: string): Row[] {
  return lines(text).flatMap(({ start, end }) => {
    const parts = text.slice(start, end).split(/;\s+/);
    const cells = parts.flatMap((part): Cell[] => {
      const colon = part.indexOf(': ');
      return colon > 0 && colon <= longestHeader ? [[part.slice(0, colon).trim(), part.slice(colon + 2).trim()]] : [];
    });
    return cells.length === parts.length && cells.length > 1 ? [cells] : [];
  });
}

/** The rows with the cells alone that a claim speaks of, and their first; other text stays. */
export function focusRows(text: string, claim: string): string {
  const words = wordsOf(claim);
  return lines(text)
    .map(({ start, end }) => {
      const line = text.slice(start, end);
      const [row] = rowsOf(line);
      if (!row) return line;
      const headed = row.slice(1).filter(([header]) => holds(words, header));
      const told = headed.length > 0 ? headed : row.slice(1).filter(([, value]) => holds(words, value));
      return [...row.slice(0, 1), ...told].map(([header, value]) => `${header}: ${value}`).join('; ');
    })
    .join('\n');
}

/** Words, codes, numbers and the signs of a text, numbers in one spelling. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const { kind, text: word, lower, glued } of scan(text)) {
    if (kind === 'SIGN' && !/[%€$£¥]/.test(word)) continue;
    const spelled = kind === 'NUMBER' ? String(valueOfDigits(word, 'POINT') ?? word) : lower;
    const before = words.at(-1);
    if (glued && kind === 'NUMBER' && before !== undefined && /\p{L}$/u.test(before))
      words[words.length - 1] = before + spelled;
    else words.push(spelled);
  }
  return words;
}

/** Whether the words of `part` stand side by side among `words`. */
export function holdsPhrase(words: readonly string[], part: string): boolean {
  const wanted = wordsOf(part);
  return (
    wanted.length > 0 &&
    words.some((_word, start) => wanted.every((word, position) => words[start + position] === word))
  );
}

const fillers = /^(?:the|a|an|and|or|of|with|to|in)$/;

/** Whether all words of `part` stand among `words`, in some form. */
export function holds(words: readonly string[], part: string): boolean {
  const wanted = wordsOf(part).filter((word) => !fillers.test(word));
  return (
    wanted.length > 0 &&
    wanted.every((word) => words.some((other) => other === word || (/^\p{L}/u.test(word) && sameStem(other, word))))
  );
}
