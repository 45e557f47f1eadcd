import { createReadStream } from 'node:fs';
import { CandorError } from '../../errors.ts';
import type { z } from 'zod';

/** One line that holds something. `value` is the parsed JSON; `problem` says why there is none. */
export type JsonLine =
  { readonly number: number; readonly value: unknown } | { readonly number: number; readonly problem: string };

/** A line beyond this is reported and skipped, so that one broken file cannot fill the memory. */
export const maxLineBytes = 20 * 1024 * 1024;

const newline = 0x0a;

/** Collects the bytes of one line and drops them when they grow too many. */
class LineBuffer {
  #parts: Buffer[] = [];
  #size = 0;

  append(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > maxLineBytes) this.#parts = [];
    else this.#parts.push(part);
  }

  /** The collected line, or undefined when it was too long; empties the buffer. */
  take(): Buffer | undefined {
    const line = this.#size > maxLineBytes ? undefined : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    return line;
  }
}

/**
 * Streams JSON Lines from a file or from its bytes. A bad line is yielded as a problem and does not stop the rest;
 * blank lines are passed over.
 * @throws CANCELLED when `signal` aborts, and whatever the file system throws.
 */
export async function* readJsonl(
  source: string | AsyncIterable<Buffer>,
  signal?: AbortSignal,
): AsyncGenerator<JsonLine> {
  let number = 0;
  for await (const bytes of readLines(source)) {
    if (signal?.aborted) throw new CandorError('CANCELLED', 'Reading was stopped.');
    number += 1;
    const line = toLine(bytes, number);
    if (line) yield line;
  }
}

async function* readLines(source: string | AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined> {
  const buffer = new LineBuffer();
  let open = false;
  for await (const chunk of typeof source === 'string' ? (createReadStream(source) as AsyncIterable<Buffer>) : source) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      buffer.append(chunk.subarray(start, end));
      yield buffer.take();
      start = end + 1;
    }
    buffer.append(chunk.subarray(start));
    open = start < chunk.length || (open && start === 0);
  }
  if (open) yield buffer.take();
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

/** The text without its byte order mark, or undefined when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A line of JSON Lines as `schema` has it. @throws BAD_INPUT that names the line */
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
