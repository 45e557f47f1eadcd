import { CandorError } from '../../errors.ts';
import { decode } from './detectFormat.ts';
import { usableAuthor, usableTitle } from './documentWriter.ts';
import { parseHtml } from './html/html.ts';
import type { ContentFlag, ParsedDocument } from './parsed.ts';
import { applyToPage, createRtfPage, pageHtml, type RtfPage } from './rtfPage.ts';

/** The state of a group in braces; it ends with the group. */
interface Group {
  readonly destination: string;
  readonly hidden: boolean;
  readonly bold: boolean;
  readonly encoding: string;
  /** Number of fallback characters after `\u`, for readers without Unicode. */
  readonly fallback: number;
}

const maxGroups = 500;
/** Groups whose contents are not part of the text. */
const beside =
  /^(fonttbl|colortbl|stylesheet|info|pict|object|header[lrf]?|footer[lrf]?|fldinst|xe|tc|bkmkstart|bkmkend|atnid|atnauthor|annotation|themedata|datastore|listtable|listoverridetable|rsidtbl|filetbl|revtbl|nonesttables|nonshppict|shpinst|do|private)$/;
const symbols: Readonly<Record<string, string>> = {
  tab: ' ',
  line: '\n',
  softline: '\n',
  '~': '\u00A0',
  _: '-',
  '-': '',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
};

/**
 * Reads the text of an RTF file: headings, paragraphs, lists, tables and notes, but no pictures, page headers,
 * comments, hidden or deleted text. RTF has no pages until it is printed, so there is no source map.
 * @throws DOCUMENT_CORRUPT for a file that is not RTF, DOCUMENT_INVALID when it is nested too deeply
 */
export function parseRtf(bytes: Uint8Array): ParsedDocument {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!/^\s*\{\\rtf/.test(source)) throw new CandorError('DOCUMENT_CORRUPT', 'The file does not begin as RTF does.');
  const reading: Reading = { page: createRtfPage(), facts: createRtfFacts(), group: start, passing: 0, hidden: false };
  read(source, reading);
  const parsed = parseHtml(pageHtml(reading.page));
  const flags: ContentFlag[] = [...parsed.flags, ...(reading.hidden ? (['HIDDEN_TEXT_REMOVED'] as const) : [])];
  return {
    ...parsed,
    title: usableTitle(reading.facts.title),
    author: usableAuthor(reading.facts.author, [reading.facts.generator]),
    sourceMap: null,
    flags: [...new Set(flags)],
    metadata: {},
  };
}

const start: Group = { destination: '', hidden: false, bold: false, encoding: 'windows-1252', fallback: 1 };

interface Reading {
  readonly page: RtfPage;
  readonly facts: RtfFacts;
  group: Group;
  /** Number of characters still to skip: the fallback after `\u`, for readers without Unicode. */
  passing: number;
  /** Whether hidden text was left out. */
  hidden: boolean;
}

function read(source: string, reading: Reading): void {
  const groups: Group[] = [];
  let bytes: number[] = [];
  let optional = false;
  const flush = () => {
    if (bytes.length > 0) write(reading, decodeBytes(Uint8Array.from(bytes), reading.group.encoding));
    bytes = [];
  };
  for (const token of rtfTokens(source)) {
    if (token.kind === 'byte') {
      if (reading.passing > 0) reading.passing -= 1;
      else bytes.push(token.value);
      continue;
    }
    flush();
    if (token.kind === 'text') write(reading, token.text);
    else if (token.kind === 'control') {
      if (token.word !== '*') control(reading, token.word, token.value, optional);
      optional = token.word === '*';
    } else {
      if (groups.length > maxGroups) throw new RangeError('The RTF is nested too deeply.');
      if (token.kind === 'open') groups.push(reading.group);
      else leave(reading, groups.pop() ?? reading.group);
      reading.passing = 0;
    }
  }
  flush();
}

function control(reading: Reading, word: string, value: number | undefined, optional: boolean): void {
  const symbol = Object.hasOwn(symbols, word) ? symbols[word] : undefined;
  if (word === 'u') {
    write(reading, String.fromCharCode((value ?? 63) & 0xffff));
    reading.passing = reading.group.fallback;
  } else if (symbol !== undefined && reading.passing > 0) reading.passing -= 1;
  else if (symbol !== undefined) write(reading, symbol);
  else reading.group = applied(reading, word, value, optional);
}

function write(reading: Reading, given: string): void {
  const { page, facts, group } = reading;
  const text = given.slice(Math.min(reading.passing, given.length));
  reading.passing -= given.length - text.length;
  if (!text) return;
  switch (group.destination) {
    case '':
      if (!group.hidden) page.runs.push({ text, bold: group.bold });
      else if (text.trim()) reading.hidden = true;
      return;
    case 'title':
    case 'author':
    case 'generator':
      facts[group.destination] += text;
      return;
    case 'footnote':
      page.note += text;
      return;
    case 'listtext':
    case 'pntext':
      page.style.item = (page.style.item ?? '') + text;
      return;
    case 'stylesheet':
      facts.style.name += text;
      return;
    default:
  }
}

function leave(reading: Reading, outer: Group): void {
  const { page, facts, group } = reading;
  if (group.destination === 'stylesheet') {
    const style = endStyle(facts);
    if (style) page.headings.set(style.number, style.level);
  }
  if (group.destination === 'footnote' && outer.destination !== 'footnote') {
    if (page.note.trim()) {
      page.notes.push(page.note.trim());
      page.runs.push({ text: `[${page.notes.length}]`, bold: group.bold });
    }
    page.note = '';
  }
  reading.group = outer;
}

const decodeBytes = (bytes: Uint8Array, encoding: string): string =>
  decode(bytes, encoding, { lenient: true }) ?? Buffer.from(bytes).toString('latin1');

const kept =
  /^(footnote|listtext|pntext|title|author|generator|fldrslt|shptxt|upr|ud|stylesheet|fonttbl|nesttableprops)$/;

function applied(reading: Reading, word: string, value: number | undefined, optional: boolean): Group {
  const { page, facts, group } = reading;
  const on = value !== 0;
  // An unknown group that is marked as optional is left out with all its contents.
  if (kept.test(word)) return { ...group, destination: within(group.destination, word) };
  if (beside.test(word) || optional) return { ...group, destination: within(group.destination, `-${word}`) };
  switch (word) {
    case 'ansicpg':
      return { ...group, encoding: value === 65_001 ? 'utf-8' : `windows-${value ?? 1252}` };
    case 'mac':
      return { ...group, encoding: 'macintosh' };
    case 'uc':
      return { ...group, fallback: Math.min(Math.max(value ?? 1, 0), 10) };
    case 'v':
    case 'deleted':
      return { ...group, hidden: on };
    case 'b':
      return { ...group, bold: on };
    case 'plain':
      return { ...group, bold: false, hidden: false };
    default:
  }
  if (group.destination === '' || (group.destination === 'nesttableprops' && word === 'nestrow'))
    applyToPage(page, word, value);
  else if (group.destination === 'footnote' && word === 'par') page.note += ' ';
  else applyToFacts(facts, word, value, group.destination);
  const encoding = word === 'f' && group.destination === '' ? facts.fonts.get(value ?? 0) : undefined;
  return encoding === undefined ? group : { ...group, encoding };
}

/**
 * Returns the destination of a nested group. Everything in a skipped group is skipped, except shown parts (shape text,
 * field results, Unicode alternatives) and the title and author in `info`.
 */
function within(outer: string, inner: string): string {
  if (inner === 'title' || inner === 'author') return outer.startsWith('-info') ? inner : outer;
  if (inner === 'shptxt') return '';
  if (inner === 'fldrslt' || inner === 'ud') return outer.startsWith('-shpinst') ? '' : outer.replace(/^-upr$/, '');
  if (inner === 'upr') return outer;
  return outer.startsWith('-') ? outer : inner;
}

type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  /** A control word with its number, or a control symbol such as `~`. */
  | { readonly kind: 'control'; readonly word: string; readonly value: number | undefined }
  | { readonly kind: 'byte'; readonly value: number }
  | { readonly kind: 'text'; readonly text: string };

const controlWord = /\\([a-z]{1,32})(-?\d{1,10})? ?/iy;
const plain = /[^\\{}\r\n]+/y;

/** Yields the tokens of RTF, read as Latin-1. The bytes of `\bin` are skipped: they are pictures. */
function* rtfTokens(source: string): Generator<RtfToken> {
  let at = 0;
  while (at < source.length) {
    const character = source[at];
    if (character === '{' || character === '}') {
      yield character === '{' ? { kind: 'open' } : { kind: 'close' };
      at += 1;
    } else if (character === '\r' || character === '\n') at += 1;
    else if (character !== '\\') {
      plain.lastIndex = at;
      const text = plain.exec(source)?.[0] ?? character ?? '';
      yield { kind: 'text', text };
      at += text.length;
    } else {
      const [token, next] = escaped(source, at);
      yield token;
      at = next;
    }
  }
}

function escaped(source: string, at: number): readonly [RtfToken, next: number] {
  controlWord.lastIndex = at;
  const found = controlWord.exec(source);
  if (found) {
    const [whole, word = '', digits] = found;
    const value = digits === undefined ? undefined : Number(digits);
    const bytes = word === 'bin' ? Math.max(value ?? 0, 0) : 0;
    return [{ kind: 'control', word, value }, at + whole.length + bytes];
  }
  const symbol = source[at + 1] ?? '';
  if (symbol === "'") {
    const value = Number.parseInt(source.slice(at + 2, at + 4), 16);
    return [{ kind: 'byte', value: Number.isNaN(value) ? 63 : value }, at + 4];
  }
  if (symbol === '\\' || symbol === '{' || symbol === '}') return [{ kind: 'text', text: symbol }, at + 2];
  // A line end after a backslash ends the paragraph.
  const word = symbol === '\n' || symbol === '\r' ? 'par' : symbol;
  return [{ kind: 'control', word, value: undefined }, at + 2];
}

/** What an RTF file declares before its text: fonts, styles, title and author. */
interface RtfFacts {
  title: string;
  author: string;
  /** The program that wrote the file. */
  generator: string;
  /** Encodings by font number. */
  readonly fonts: Map<number, string>;
  font: number;
  /** The style that is being defined. */
  style: { number: number; name: string; level: number | undefined };
}

const encodings: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const blank = { number: 0, name: '', level: undefined };

const createRtfFacts = (): RtfFacts => ({
  title: '',
  author: '',
  generator: '',
  fonts: new Map(),
  font: 0,
  style: { ...blank },
});

/** Applies a control word of the font or style table. */
function applyToFacts(facts: RtfFacts, word: string, value: number | undefined, destination: string): void {
  if (destination === 'fonttbl' && word === 'f') facts.font = value ?? 0;
  const encoding = word === 'fcharset' ? encodings[value ?? 0] : undefined;
  if (destination === 'fonttbl' && encoding !== undefined) facts.fonts.set(facts.font, encoding);
  if (destination === 'stylesheet' && word === 's') facts.style.number = value ?? 0;
  if (destination === 'stylesheet' && word === 'outlinelevel') facts.style.level = value;
}

/** Ends the definition of a style and returns the style if it is one for headings. */
function endStyle(facts: RtfFacts): { readonly number: number; readonly level: number } | undefined {
  const { number, name, level } = facts.style;
  facts.style = { ...blank };
  const named = /^\s*heading (\d)/i.exec(name)?.[1];
  if (named !== undefined) return { number, level: Math.min(Math.max(Number(named), 1), 6) };
  if (/^\s*title;/i.test(name)) return { number, level: 1 };
  return level !== undefined && level >= 0 && level < 6 ? { number, level: level + 1 } : undefined;
}
