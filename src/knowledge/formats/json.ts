import { CandorError } from '../../errors.ts';
import { firstFrom } from '../../stats.ts';
import { createDocumentWriter } from './documentWriter.ts';
import { maxRecords, tooManyRecords } from './limits.ts';
import type { Block, ParsedDocument } from './parsed.ts';

type Table = Extract<JsonNode, { kind: 'ARRAY' }>;

interface Leaf {
  readonly path: string;
  readonly text: string;
  readonly start: number;
}

type Write = (kind: Block['kind'], leaves: readonly Leaf[]) => void;

/**
 * An array of objects, or the only such array inside an object, becomes one RECORD per element: `path.to.key: value;
 * …`, with strings of several lines on lines of their own. Anything else becomes one PARAGRAPH for each object's own
 * values. Empty values are left out.
 * @param root the tree of `text`
 * @throws DOCUMENT_TOO_LARGE beyond 20,000 records; without `root`, also what `readJson` throws
 */
export function parseJson(text: string, root = readJson(text)): ParsedDocument {
  const lines = createLineFinder(text);
  const writer = createDocumentWriter('LINE');
  writeRoot(root, (kind, leaves) => {
    const [first] = leaves;
    if (first) writer.write(kind, [{ text: leavesText(leaves), position: lines.place(first.start).line }]);
  });
  return writer.finish({ title: titleOf(root) });
}

/**
 * Each line becomes a RECORD; blank lines are skipped.
 * @throws DOCUMENT_CORRUPT naming the first bad line, DOCUMENT_TOO_LARGE beyond 20,000 records, DOCUMENT_INVALID beyond
 * 100 levels
 */
export function parseJsonLines(text: string): ParsedDocument {
  const writer = createDocumentWriter('LINE');
  let records = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (!line.trim()) continue;
    records += 1;
    if (records > maxRecords) throw tooManyRecords();
    const node = readTree(line, (offset) => ({ line: index + 1, column: offset + 1 }));
    writer.write('RECORD', [{ text: leavesText(leavesOf(node, '')), position: index + 1 }]);
  }
  return writer.finish();
}

/** @throws DOCUMENT_CORRUPT with line and column, DOCUMENT_INVALID beyond 100 levels */
export function readJson(text: string): JsonNode {
  return readTree(text, (offset) => createLineFinder(text).place(offset));
}

function readTree(text: string, placeOf: (offset: number) => TextPlace): JsonNode {
  try {
    return readJsonTree(text);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const place = placeOf(error.offset);
    throw new CandorError(
      'DOCUMENT_CORRUPT',
      `The JSON is broken at line ${place.line}, column ${place.column}: ${error.message}.`,
      {
        details: { ...place },
        remedy: 'Correct the JSON at the named place and ingest it again.',
      },
    );
  }
}

function writeRoot(root: JsonNode, write: Write): void {
  if (isTable(root)) return writeRecords(root, write);
  const tables = root.kind === 'OBJECT' ? root.members.map(({ value }) => value).filter(isTable) : [];
  const [table] = tables;
  if (root.kind !== 'OBJECT' || !table || tables.length > 1) return writeGroups(root, '', write);
  writeGroups({ ...root, members: root.members.filter(({ value }) => value !== table) }, '', write);
  writeRecords(table, write);
}

function isTable(node: JsonNode): node is Table {
  return node.kind === 'ARRAY' && node.items.length > 0 && node.items.every(({ kind }) => kind === 'OBJECT');
}

function writeRecords(table: Table, write: Write): void {
  if (table.items.length > maxRecords) throw tooManyRecords();
  for (const item of table.items)
    write(
      'RECORD',
      leavesOf(item, '').map((leaf) => ({ ...leaf, start: item.start })),
    );
}

/** Writes an object's own values together, then each object below it with its path. */
function writeGroups(node: JsonNode, path: string, write: Write): void {
  const children = childrenOf(node, path);
  if (node.kind === 'OBJECT')
    write(
      'PARAGRAPH',
      children.filter(({ value }) => isFlat(value)).flatMap((child) => leavesOf(child.value, child.path)),
    );
  for (const child of children) {
    if (node.kind === 'OBJECT' && isFlat(child.value)) continue;
    if (isFlat(child.value)) write('PARAGRAPH', leavesOf(child.value, path));
    else writeGroups(child.value, child.path, write);
  }
  if (node.kind === 'SCALAR') write('PARAGRAPH', leavesOf(node, path));
}

function isFlat(node: JsonNode): boolean {
  return node.kind === 'SCALAR' || (node.kind === 'ARRAY' && node.items.every(({ kind }) => kind === 'SCALAR'));
}

/** Elements of an array are counted from 1. */
function childrenOf(node: JsonNode, path: string): { path: string; value: JsonNode }[] {
  const below = (key: string | number) => (path ? `${path}.${key}` : String(key));
  if (node.kind === 'OBJECT')
    return node.members.map(({ key, value }) => ({ path: below(key.replaceAll(/\s+/g, ' ')), value }));
  return node.kind === 'ARRAY' ? node.items.map((value, index) => ({ path: below(index + 1), value })) : [];
}

function leavesOf(node: JsonNode, path: string): Leaf[] {
  if (node.kind !== 'SCALAR' && !isFlat(node))
    return childrenOf(node, path).flatMap((child) => leavesOf(child.value, child.path));
  const texts = (node.kind === 'ARRAY' ? node.items : [node]).map(scalarText).filter(Boolean);
  const text = texts.join(texts.some((each) => each.includes('\n')) ? '\n' : ', ');
  return text ? [{ path, text, start: node.start }] : [];
}

/** Returns the text without blank lines and without blanks at either end of a line; empty for null. */
function scalarText(node: JsonNode): string {
  if (node.kind !== 'SCALAR' || (!node.quoted && node.text === 'null')) return '';
  return node.text
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/**
 * Joins leaves into one line. Strings of several lines get lines of their own, so that their sentences end where they
 * did.
 */
function leavesText(leaves: readonly Leaf[]): string {
  return leaves
    .map(({ path, text }, index) => {
      const alone = text.includes('\n') || leaves[index - 1]?.text.includes('\n');
      const named = path ? `${path}: ${text}` : text;
      return index === 0 ? named : `${alone ? '\n' : '; '}${named}`;
    })
    .join('');
}

function titleOf(root: JsonNode): string | undefined {
  if (root.kind !== 'OBJECT') return undefined;
  const named = ['title', 'name'].map((wanted) => root.members.find(({ key }) => key.toLowerCase() === wanted)?.value);
  const found = named.find((value) => value?.kind === 'SCALAR' && value.quoted);
  return found ? scalarText(found).replaceAll('\n', ' ') || undefined : undefined;
}

/** A place in a text as a person counts: from 1. */
interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export interface LineFinder {
  /** Returns the place of an offset. Calls may come in any order (binary search). */
  place(offset: number): TextPlace;
}

/** Lines end in `\n`, so `\r\n` works too. */
export function createLineFinder(text: string): LineFinder {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    place(offset) {
      const line = firstFrom(starts, offset + 1);
      return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
    },
  };
}

/** A JSON value with the offset where it begins. Numbers keep their digits as written: 12.50 stays 12.50. */
export type JsonNode =
  | { readonly kind: 'SCALAR'; readonly start: number; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'ARRAY'; readonly start: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'OBJECT'; readonly start: number; readonly members: readonly JsonMember[] };

interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
}

/** In levels. The reader recurses once per level, so this is checked on the way down, before the stack overflows. */
const maxDepth = 100;

/** `offset` is where reading stopped; `reason` is a plain fact about that place. */
class JsonFault extends Error {
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
 * Reads strict JSON (RFC 8259). JSON.parse reports neither where a value is nor, on Node 20, where it failed.
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

/** Reads the comma-separated items between brackets. */
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

/**
 * Scans for the end of a string by hand and decodes it with JSON.parse: a regular expression can overflow its stack on
 * a long string.
 */
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
