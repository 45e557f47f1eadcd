import type { Span } from '../../knowledge/document.ts';
import { stripInvisible } from '../../knowledge/formats/invisible.ts';
import { lines, sentences, trimSpan } from '../../knowledge/language/sentences.ts';
import { contentStems } from '../../knowledge/language/stems.ts';

/** A sentence, list item, table row or code line that makes a statement. */
export interface TextClaim {
  /**
   * The text to check: without citation marks and Markdown, after the sentence that introduces its list, with column
   * names in a row.
   */
  readonly text: string;
  /** The position in the original text. */
  readonly span: Span;
}

const fence = /^\s*(?:```|~~~)/;
const heading = /^\s*#{1,6}\s/;
const rule = /^\s*(?:[-*_=]\s*){3,}$/;
const row = /^\s*\|.*\|\s*$/;
const separatorRow = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;
const itemMark = /^\s*(?:[-*+•‣]|\d{1,3}[.)])\s+/;
const quoteMark = /^\s*(?:>\s?)+/;
const citationMark = String.raw`\[\^?\d{1,3}(?:\s*[,;–-]\s*\^?\d{1,3})*\]|\[\^[\w-]{1,30}\]|【[^】\n]{1,40}】`;
const wholeCode = String.raw`(?:^|\n)[ \t]*(?:${'```'}|~~~)[\s\S]*?(?:\n[ \t]*(?:${'```'}|~~~)|$)`;
/** A line break inside a sentence, recognized by the lower-case letter after it. */
const wrap = String.raw`(?<=[^\s.!?:;|])[ \t]*\n(?=\p{Ll})`;
const unsaid = new RegExp(String.raw`(${wholeCode})|${wrap}|${citationMark}`, 'gu');
/** A line that only announces a list and has no content. Its items are checked alone. */
const fillerLead =
  /^(?:sure|certainly|of course|okay|yes|no|here(?:'s|’s| is| are)|below|the following|in (?:short|summary)|to summari[sz]e|summary|answer|key (?:points|facts)|note)\b/i;
/** A sentence with fewer content words makes no statement that could be checked, unless it contains a digit. */
const leastStems = 2;
const wordsWithoutBlanks =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{4}/u;

/**
 * The claims of a text from elsewhere, in reading order. Headings, rules, questions and phrases without content are not
 * claims. An item is checked together with the line that introduces its list: without its first words, "Not covered:
 * damage by water" says the opposite.
 * @param language ISO 639-1
 */
export function cutClaims(text: string, language = 'en'): TextClaim[] {
  const plain = joinWrapped(text);
  const found: TextClaim[] = [];
  const add = (claim: TextClaim) => {
    if (statesSomething(claim.text)) found.push(claim);
  };
  const rows = lines(plain);
  let inCode = false;
  let lead = '';
  let columns: readonly string[] | undefined;
  for (const [index, span] of rows.entries()) {
    const line = plain.slice(span.start, span.end);
    const next = rows[index + 1];
    const below = next ? plain.slice(next.start, next.end) : '';
    if (!row.test(line)) columns = undefined;
    if (fence.test(line)) inCode = !inCode;
    else if (inCode) add({ text: line.trim(), span: trimSpan(plain, span) });
    else if (heading.test(line)) lead = '';
    else if (row.test(line)) {
      if (separatorRow.test(below)) columns = cellsOf(line);
      else if (!separatorRow.test(line))
        add({ text: withColumns(cellsOf(line), columns), span: trimSpan(plain, span) });
    } else if (line.trim() && !rule.test(line)) {
      const item = itemMark.test(line.replace(quoteMark, ''));
      const leads = !item && /:\s*$/.test(line) && belongsBelow(below);
      const claims = sentencesOf(plain, span, language);
      if (!item) lead = leads ? (claims.pop()?.text ?? '') : '';
      const [first, ...rest] = claims;
      if (first) add(item ? led(first, lead) : first);
      for (const claim of rest) add(claim);
    }
  }
  return found;
}

/**
 * Keeps the length, so that spans stay valid. Joins a line that continues in lower case to the line before, and
 * replaces citation marks by spaces. Code is unchanged.
 */
function joinWrapped(text: string): string {
  return text
    .replaceAll('\r\n', ' \n')
    .replaceAll(unsaid, (whole, code: string | undefined) => code ?? ' '.repeat(whole.length));
}

function belongsBelow(line: string): boolean {
  return itemMark.test(line.replace(quoteMark, '')) || row.test(line) || fence.test(line);
}

function sentencesOf(text: string, line: Span, language: string): TextClaim[] {
  const whole = text.slice(line.start, line.end);
  const quoted = quoteMark.exec(whole)?.[0].length ?? 0;
  const mark = quoted + (itemMark.exec(whole.slice(quoted))?.[0].length ?? 0);
  const start = line.start + mark;
  return sentences(text.slice(start, line.end), language).map((span) => {
    const place = { start: start + span.start, end: start + span.end };
    return { text: tidy(text.slice(place.start, place.end)), span: place };
  });
}

function led(claim: TextClaim, lead: string): TextClaim {
  return lead === '' || fillerLead.test(lead) ? claim : { ...claim, text: `${lead} ${claim.text}` };
}

function tidy(text: string): string {
  return stripInvisible(text)
    .text.replaceAll(/\*\*|__|`+|(?<![\p{L}\d])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\d])/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,;!?])/g, '$1')
    .trim();
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => tidy(cell));
}

/** Formats a row like canonical text: `Column: value; Column: value`. */
function withColumns(cells: readonly string[], columns: readonly string[] | undefined): string {
  return cells
    .map((cell, index) => [columns?.[index], cell].filter(Boolean).join(': '))
    .filter(Boolean)
    .join('; ');
}

function statesSomething(text: string): boolean {
  if (/[?？]["'”’)\]]*$/.test(text)) return false;
  return contentStems(text).size >= leastStems || /\d/.test(text) || wordsWithoutBlanks.test(text);
}
