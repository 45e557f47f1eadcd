import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import { CandorError, readingStopped } from '../../errors.ts';
import { boundedLines } from '../../lines.ts';
import type { DocumentInput, SourceType } from '../document.ts';
import { wrongFields } from './wrongFields.ts';

/** A line that is not blank. `value` is the parsed JSON; `problem` says why there is none. */
export type JsonLine =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly problem: string };

/** A longer line is reported and skipped, so that one broken file cannot exhaust memory. */
const maxLineBytes = 20 * 1024 * 1024;

/**
 * Streams JSON Lines from a file or from its bytes. A bad line is yielded as a problem and does not stop the rest;
 * blank lines are skipped.
 * @throws CANCELLED when `signal` aborts, and any error of the file system.
 */
export async function* readJsonl(
  source: string | AsyncIterable<Buffer>,
  signal?: AbortSignal,
): AsyncGenerator<JsonLine> {
  let number = 0;
  const bytesOf = typeof source === 'string' ? (createReadStream(source) as AsyncIterable<Buffer>) : source;
  for await (const bytes of boundedLines(bytesOf, { longest: maxLineBytes })) {
    if (signal?.aborted) throw readingStopped();
    number += 1;
    const line = toLine(bytes, number);
    if (line) yield line;
  }
}

function toLine(bytes: Buffer | undefined, number: number): JsonLine | undefined {
  if (!bytes) return { number, problem: `longer than ${maxLineBytes / 1024 / 1024} MB` };
  const text = decodeUtf8(bytes);
  if (text === undefined) return { number, problem: 'not valid UTF-8' };
  if (!text.trim()) return undefined;
  try {
    return { number, value: JSON.parse(text) as unknown };
  } catch {
    return { number, problem: 'not valid JSON' };
  }
}

/** Returns the text without its byte order mark, or undefined if the bytes are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns a line of JSON Lines validated by `schema`. @throws BAD_INPUT that names the line */
export function parseLine<Schema extends z.ZodType>(schema: Schema, line: JsonLine, path: string): z.infer<Schema> {
  const parsed = 'problem' in line ? undefined : schema.safeParse(line.value);
  if (parsed?.success) return parsed.data;
  const problem =
    'problem' in line
      ? line.problem
      : parsed?.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new CandorError('BAD_INPUT', `${path}:${line.number}: ${problem}`, {
    remedy: 'Correct the line.',
    details: { path, line: line.number },
  });
}

const instant = z.string().transform((text, context) => {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) context.addIssue({ code: 'custom', message: 'not a date' });
  return date;
});

const Fields = z.object({
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
  supersedes: z.string().nullish(),
  trust: z.enum(['TRUSTED', 'NORMAL', 'UNTRUSTED']).nullish(),
});

/**
 * GraphQL's words for a document (DocumentInput), `key` and `content: { text }`, stand for `id` and `text`, each by
 * itself. `id` and `text` prevail where both are given.
 */
const Record = z.preprocess((line) => {
  const given = InGraphqlsWords.safeParse(line).data;
  return given ? { id: given.key, text: given.content?.text, ...given } : line;
}, Fields);
const InGraphqlsWords = z.looseObject({
  key: z.unknown().optional(),
  content: z.strictObject({ text: z.string() }).optional().catch(undefined),
});

/** One line of a data set: its document, or why it has none. */
type DatasetLine = { readonly document: DocumentInput } | { readonly number: number; readonly problem: string };

/** Whether a file name has an extension of JSON Lines. */
export function isJsonLines(name: string): boolean {
  return /^\.(?:jsonl|ndjson)$/i.test(extname(name));
}

/** Whether a JSON Lines file holds documents (its first line has `id` and `text`) and not rows of data. */
export async function isDataset(source: string | AsyncIterable<Buffer>): Promise<boolean> {
  for await (const line of readJsonl(source)) return 'value' in line && Record.safeParse(line.value).success;
  return false;
}

/** Streams the documents of a data set, one for each line. @throws CANCELLED */
export async function* readDataset(
  source: string | AsyncIterable<Buffer>,
  signal?: AbortSignal,
): AsyncGenerator<DatasetLine> {
  for await (const line of readJsonl(source, signal)) yield toDocument(line);
}

/** Counts the lines with at least one byte. */
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
      problem: wrongFields(parsed.error, line.value, Object.keys(Fields.shape)).join('; '),
    };
  const { id, format, text, ...rest } = parsed.data;
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
  return { document: { ...given, key: id, text, format: format ?? guessFormat(id, text, rest.metadata?.['format']) } };
}

/** Records of data sets are plain text unless the id, the metadata or a front matter block indicates Markdown. */
function guessFormat(id: string, text: string, named: unknown): SourceType {
  const markdown = named === 'markdown' || /^\.(?:md|mdx|markdown)$/i.test(extname(id)) || /^---\r?\n/.test(text);
  return markdown ? 'MARKDOWN' : 'PLAIN_TEXT';
}
