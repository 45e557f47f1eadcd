import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import type { DocumentInput, SourceType } from '../document.ts';
import { readJsonl, type JsonLine } from './readJsonl.ts';

const instant = z.string().transform((text, context) => {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) context.addIssue({ code: 'custom', message: 'not a date' });
  return date;
});

const Record = z.object({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  title: z.string().nullish(),
  text: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  format: z.enum(['MARKDOWN', 'PLAIN_TEXT', 'HTML']).nullish(),
  url: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  effectiveFrom: instant.nullish(),
  effectiveUntil: instant.nullish(),
  updatedAt: instant.nullish(),
  semanticType: z.string().nullish(),
  author: z.string().nullish(),
  language: z.string().nullish(),
  accessGroups: z.array(z.string()).nullish(),
  supersededBy: z.string().nullish(),
  trust: z.enum(['TRUSTED', 'NORMAL', 'UNTRUSTED']).nullish(),
});

/** One line of a data set: its document, or why there is none. */
export type DatasetLine = { readonly document: DocumentInput } | { readonly number: number; readonly problem: string };

/** Whether a name is that of JSON Lines. */
export function isJsonLines(name: string): boolean {
  return /^\.(?:jsonl|ndjson)$/i.test(extname(name));
}

/** Whether a JSON Lines file holds documents (`id` and `text` in its first line) and not rows of data. */
export async function isDataset(source: string | AsyncIterable<Buffer>): Promise<boolean> {
  for await (const line of readJsonl(source)) return 'value' in line && Record.safeParse(line.value).success;
  return false;
}

/** The documents of a data set, one a line, streamed. @throws CANCELLED */
export async function* readDataset(
  source: string | AsyncIterable<Buffer>,
  signal?: AbortSignal,
): AsyncGenerator<DatasetLine> {
  for await (const line of readJsonl(source, signal)) yield toDocument(line);
}

/** Lines with at least one byte. */
export async function countLines(path: string): Promise<number> {
  let lines = 0;
  let previous = 0x0a;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (byte !== 0x0a && byte !== 0x0d && previous === 0x0a) lines += 1;
      if (byte !== 0x0d) previous = byte;
    }
  }
  return lines;
}

function toDocument(line: JsonLine): DatasetLine {
  if ('problem' in line) return line;
  const parsed = Record.safeParse(line.value);
  if (!parsed.success)
    return {
      number: line.number,
      problem: parsed.error.issues.map((issue) => `${issue.path.join('.') || 'line'}: ${issue.message}`).join('; '),
    };
  const { id, format, text, ...rest } = parsed.data;
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
  return { document: { ...given, key: id, text, format: format ?? guessFormat(id, text, rest.metadata?.['format']) } };
}

/** Records come from data sets: plain text, unless the id, the metadata or a front matter block says Markdown. */
function guessFormat(id: string, text: string, named: unknown): SourceType {
  const markdown = named === 'markdown' || /^\.(?:md|mdx|markdown)$/i.test(extname(id)) || /^---\r?\n/.test(text);
  return markdown ? 'MARKDOWN' : 'PLAIN_TEXT';
}
