import { readFile } from 'node:fs/promises';
import { splitFrontMatter } from '../../src/knowledge/ingest/canonical.ts';
import { parse, type ParsedSource } from '../../src/knowledge/formats/parse.ts';

/** A file that is written here, and whose canonical text stands in `expected/NAME.txt`. */
export interface FormatCase {
  /** Its ending tells the format. */
  readonly name: string;
  build(): Uint8Array | string | Promise<Uint8Array | string>;
  readonly mutation?: Mutation;
}

/** The same file with one thing changed in it, which changes the text there and nowhere else. */
export interface Mutation {
  build(): Uint8Array | string | Promise<Uint8Array | string>;
  /** What stands once in the expected text, and what stands in its place. */
  readonly changes: readonly (readonly [was: string, is: string])[];
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

export async function parseCase({ name, build }: FormatCase): Promise<ParsedSource> {
  const content = await build();
  if (!/\.mdx?$/.test(name)) return parse({ name, content });
  // As ingestion does: the facts of a Markdown file stand before its text.
  const { frontMatter, body, firstLine } = splitFrontMatter(Buffer.from(content as Uint8Array).toString());
  const parsed = await parse({ name, content: body }, { firstLine });
  return { ...parsed, title: frontMatter.facts.title ?? parsed.title };
}

export const expectedFile = ({ name }: Pick<FormatCase, 'name'>): URL =>
  new URL(`expected/${name}.txt`, import.meta.url);

export const expectedText = (given: Pick<FormatCase, 'name'>): Promise<string> => readFile(expectedFile(given), 'utf8');
