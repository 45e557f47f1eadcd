/** Reads the documents of a half, and writes those that are Markdown of an office file as that file. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDocumentOf } from './openDocument.ts';
import { placeFolder, type PlaceHalf } from './placeQuestions.ts';
import { wordDocumentOf } from './wordDocument.ts';

export interface PlaceFile {
  readonly key: string;
  readonly bytes: Uint8Array;
}

export async function readPlaceFiles(half: PlaceHalf): Promise<PlaceFile[]> {
  const folder = join(placeFolder(half), 'files');
  const names = (await readdir(folder)).sort();
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      return { key: keyOf(name), bytes: writers[officeFormat(name) ?? '']?.(bytes.toString('utf8')) ?? bytes };
    }),
  );
}

/** Of a question's file: `docx` of `rules.docx.md`. */
export const placeFormat = (name: string): string => /\.(\w+)$/.exec(keyOf(name))?.[1] ?? '';

const writers: Readonly<Record<string, (markdown: string) => Uint8Array>> = {
  docx: wordDocumentOf,
  odt: openDocumentOf,
};

const officeFormat = (name: string): string | undefined => /\.(docx|odt)\.md$/.exec(name)?.[1];

const keyOf = (name: string): string => (officeFormat(name) === undefined ? name : name.replace(/\.md$/, ''));
