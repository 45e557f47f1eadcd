import { readFile } from 'node:fs/promises';
import { parse, type ParsedSource } from '../../src/knowledge/formats/parse.ts';

/** A file that is written here, and whose canonical text stands in `expected/NAME.txt`. */
export interface FormatCase {
  /** Its ending tells the format. */
  readonly name: string;
  build(): Uint8Array | string | Promise<Uint8Array | string>;
}

/** Each block with its kind, then what was told of the file: the form of the files in `expected`. */
export function shownParse({ text, blocks, flags, problems = [], title, sourceMap }: ParsedSource): string {
  const shown = blocks.map(({ kind, start, end }) => `${kind}\n${text.slice(start, end)}\n`);
  const told = [
    ...(title ? [`title: ${title}`] : []),
    ...flags,
    ...problems,
    ...(sourceMap?.uncertain ? [`uncertain: ${sourceMap.uncertain.join(', ')}`] : []),
  ];
  return `${[...shown, ...(told.length > 0 ? ['---', ...told] : [])].join('\n')}\n`;
}

export const parseCase = async ({ name, build }: FormatCase): Promise<ParsedSource> =>
  parse({ name, content: await build() });

export const expectedFile = ({ name }: FormatCase): URL => new URL(`expected/${name}.txt`, import.meta.url);

export const expectedText = (given: FormatCase): Promise<string> => readFile(expectedFile(given), 'utf8');
