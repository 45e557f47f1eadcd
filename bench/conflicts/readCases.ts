/** The cases of a half: documents of one organisation, and questions about them (README.md has the form). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wordDocumentOf } from '../place/wordDocument.ts';

export const caseHalves = ['own', 'apart'] as const;
export type CaseHalf = (typeof caseHalves)[number];

export interface CaseQuestion {
  /** What makes two documents contradict each other, or only look so. */
  readonly kind: string;
  readonly contradicts: boolean;
  readonly question: string;
  /** Of a contradiction, what either side says; otherwise what the answer says. */
  readonly words: readonly string[];
}

export interface ConflictCase {
  readonly id: string;
  readonly files: readonly { readonly key: string; readonly bytes: Uint8Array }[];
  readonly questions: readonly CaseQuestion[];
}

/** @throws Error on words that no document has, or that both sides share */
export async function readCases(half: CaseHalf): Promise<ConflictCase[]> {
  const folder = join(import.meta.dirname, half);
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) =>
    text
      .split(/^=== /m)
      .filter((part) => part.trim())
      .map(readCase),
  );
}

function readCase(text: string): ConflictCase {
  const [head = '', ...parts] = text.split(/^(?=--- |[?=] )/m);
  const id = head.trim();
  const documents = parts.filter((part) => part.startsWith('--- ')).map(readDocument);
  const questions = parts.filter((part) => !part.startsWith('--- ')).map((line) => readQuestion(id, line));
  for (const { contradicts, question, words } of questions) {
    const having = words.map((some) => documents.filter((document) => document.text.includes(some)));
    const [left, right] = having;
    if (
      having.some((found) => found.length === 0) ||
      (contradicts && right?.some((document) => left?.includes(document)))
    )
      throw new Error(`${id}: ${question}: its words are not those of the documents.`);
  }
  return { id, questions, files: documents.map(({ key, bytes }) => ({ key, bytes })) };
}

function readDocument(part: string) {
  const [, name = '', text = ''] = /^--- (\S+)\n([^]*)$/.exec(part) ?? [];
  const isWord = name.endsWith('.docx.md');
  const bytes = isWord ? wordDocumentOf(text) : new TextEncoder().encode(text);
  return { key: isWord ? name.slice(0, -3) : name, text, bytes };
}

function readQuestion(id: string, line: string): CaseQuestion {
  const [kind = '', question = '', ...words] = line
    .slice(2)
    .split('|')
    .map((field) => field.trim());
  const contradicts = line.startsWith('?');
  if (words.length !== (contradicts ? 2 : 1)) throw new Error(`${id}: ${line}`);
  return { kind, question, words, contradicts };
}
