import { CandorError } from '../../../errors.ts';

/** A JSON value with the place where it begins. Numbers keep their digits as written: 12.50 stays 12.50. */
export type JsonNode =
  | { readonly kind: 'SCALAR'; readonly start: number; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'ARRAY'; readonly start: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'OBJECT'; readonly start: number; readonly members: readonly JsonMember[] };

export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
}

/** Levels. The reader calls itself once a level, so this is checked on the way down, before the stack hurts. */
export const maxDepth = 100;

/** `offset` is where reading stopped; `reason` is a plain fact about that place. */
export class JsonFault extends Error {
  readonly offset: number;

  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
  }
}

interface Reader {
  readonly text: string;
  at: number;
}

/**
 * Reads strict JSON (RFC 8259). JSON.parse would neither say where a value stands nor, on Node 20, where it gave up.
 * @throws JsonFault for text that is not JSON; DOCUMENT_INVALID beyond 100 levels
 */
export function readJsonTree(text: string): JsonNode {
  const reader: Reader = { text, at: 0 };
  skipBlank(reader);
  const node = value(reader, 0);
  skipBlank(reader);
  if (reader.at < text.length) throw new JsonFault(reader.at, 'there is more after the end');
  return node;
}

function value(reader: Reader, depth: number): JsonNode {
  if (depth > maxDepth) {
    throw new CandorError('DOCUMENT_INVALID', `The JSON is nested deeper than ${maxDepth} levels.`, {
      details: { limit: maxDepth },
      remedy: 'Flatten the data before it is ingested.',
    });
  }
  const start = reader.at;
  switch (reader.text[start]) {
    case '{':
      return { kind: 'OBJECT', start, members: list(reader, '}', () => member(reader, depth + 1)) };
    case '[':
      return { kind: 'ARRAY', start, items: list(reader, ']', () => value(reader, depth + 1)) };
    case '"':
      return { kind: 'SCALAR', start, text: string(reader), quoted: true };
    default:
      return { kind: 'SCALAR', start, text: literal(reader), quoted: false };
  }
}

/** What stands between brackets, comma by comma. */
function list<Item>(reader: Reader, end: string, read: () => Item): Item[] {
  const items: Item[] = [];
  reader.at += 1;
  skipBlank(reader);
  if (reader.text[reader.at] === end) reader.at += 1;
  else
    do items.push(read());
    while (more(reader, end));
  return items;
}

function more(reader: Reader, end: string): boolean {
  skipBlank(reader);
  const mark = reader.text[reader.at];
  if (mark !== ',' && mark !== end)
    throw new JsonFault(reader.at, mark === undefined ? 'the text ends too early' : `"," or "${end}" is missing`);
  reader.at += 1;
  if (mark === ',') skipBlank(reader);
  return mark === ',';
}

function member(reader: Reader, depth: number): JsonMember {
  if (reader.text[reader.at] !== '"') throw new JsonFault(reader.at, 'a key in double quotes is missing');
  const key = string(reader);
  skipBlank(reader);
  if (reader.text[reader.at] !== ':') throw new JsonFault(reader.at, '":" is missing');
  reader.at += 1;
  skipBlank(reader);
  return { key, value: value(reader, depth) };
}

const quote = 0x22;
const backslash = 0x5c;

/** Found by hand, decoded by JSON.parse: a regular expression over a long string can exhaust its own stack. */
function string(reader: Reader): string {
  const { text } = reader;
  const start = reader.at;
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
    if (Number.isNaN(code)) throw new JsonFault(start, 'a string is not closed');
    if (code < 0x20) throw new JsonFault(at, 'a string holds a line break or control character');
    at += code === backslash ? 2 : 1;
  }
  reader.at = at + 1;
  try {
    return JSON.parse(text.slice(start, at + 1)) as string;
  } catch {
    throw new JsonFault(start, 'a string holds an escape that is not JSON');
  }
}

const literalPattern = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function literal(reader: Reader): string {
  literalPattern.lastIndex = reader.at;
  const found = literalPattern.exec(reader.text)?.[0];
  if (!found)
    throw new JsonFault(
      reader.at,
      reader.at < reader.text.length ? 'this is no JSON value' : 'the text ends too early',
    );
  reader.at += found.length;
  return found;
}

function skipBlank(reader: Reader): void {
  for (;;) {
    const code = reader.text.charCodeAt(reader.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    reader.at += 1;
  }
}
