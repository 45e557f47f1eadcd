import { scan, type Token, labels } from './numerals.ts';
import { isCurrency, magnitudeOf, measuredUnit } from './units.ts';

/** Something named by letters and digits: E1042, BP-4, version 2.1, step 3, 555-1234-567, https://… */
export interface Code {
  readonly text: string;
  /** In lower case, without spaces and dashes: BP-4, BP 4 and bp4 are the same code. */
  readonly value: string;
}

/** Web and email addresses, which could lead a reader into a trap. */
const linkShape = /(?:https?:\/\/|www\.)[^\s)\]>"'”’]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.\w+/giu;

/** The codes, versions, labelled numbers and addresses of a text, in order. Plain numbers with a unit are not codes. */
export function codesOf(text: string): Code[] {
  const links = [...text.matchAll(linkShape)].map((match) => match[0].replace(/[.,;:!?]+$/, ''));
  const rest = text.replaceAll(linkShape, (link) => ' '.repeat(link.length));
  const tokens = scan(rest);
  const codes: Code[] = links.map((link) => ({ text: link, value: link.toLowerCase() }));
  for (let position = 0; position < tokens.length;) {
    const end = runEnd(tokens, position);
    const run = tokens.slice(position, end);
    const code = codeOf(tokens, position, run, rest);
    if (code !== undefined) codes.push({ text: code, value: valueOf(code) });
    position = end;
  }
  return codes;
}

const joins = /^[-_.\u2010\u2011]$/;

/** The end of a run of letters, digits, dashes, dots and underscores without a space between them. */
function runEnd(tokens: readonly Token[], first: number): number {
  let end = first + 1;
  if (tokens[first]?.kind === 'SIGN') return end;
  for (
    let token = tokens[end];
    token?.glued &&
    (token.kind !== 'SIGN' || (joins.test(token.text) && tokens[end + 1]?.glued && tokens[end + 1]?.kind !== 'SIGN'));
    token = tokens[end]
  )
    end += 1;
  return end;
}

function codeOf(tokens: readonly Token[], position: number, run: readonly Token[], text: string): string | undefined {
  const [first] = run;
  const last = run.at(-1);
  const numbers = run.filter(({ kind }) => kind === 'NUMBER');
  if (!first || !last || numbers.length === 0) return undefined;
  const written = text.slice(first.start, last.end);
  const labelled = labelBefore(tokens, position);
  if (labelled !== undefined && first.kind === 'NUMBER') return `${labelled} ${written}`;
  if (
    /^\d+(?:\.\d+){2,}$/.test(written) &&
    !/^\d{1,2}\.\d{1,2}\.\d{2,4}$/.test(written) &&
    !/^\d{1,3}(?:\.\d{3})+$/.test(written)
  )
    return written;
  if (/^\d{3,}(?:-\d{2,}){1,}$/.test(written) && !/^\d{4}-\d{2}-\d{2}$/.test(written) && numbers.length > 2)
    return written;
  const words = run.filter(({ kind }) => kind === 'WORD');
  return words.length > 0 && !isMeasure(run) ? written : undefined;
}

/** Whether a run is an amount: "5km", "30-day", "5-10-fold", "10th", "1990s", "EUR5", "3-year-old". */
function isMeasure(run: readonly Token[]): boolean {
  const words = run.filter(({ kind }) => kind === 'WORD');
  if (run[0]?.kind === 'NUMBER') {
    const [word] = words;
    if (!word) return true;
    const hyphened = !word.glued || run[run.indexOf(word) - 1]?.kind === 'SIGN';
    if (hyphened && !/\p{Lu}/u.test(word.text.slice(0, 1)) && word.text.length > 1) return true;
    return (
      measuredUnit(word.text) !== undefined ||
      /^(?:st|nd|rd|th|s|x|am|pm|a|p|er|e)$/.test(word.lower) ||
      magnitudeOf(word.text, true, true) !== 1
    );
  }
  const [word] = run;
  if (word && run.length === 2 && isCurrency(measuredUnit(word.text)?.name ?? '')) return true;
  // "top-10", "sub-5": lower case with a dash.
  return words.every(({ text }) => !/\p{Lu}/u.test(text)) && run[1]?.text === '-' && (word?.text.length ?? 0) > 2;
}

/** A label or a short name that a number belongs to: "TLS 1.2", "ISO 27001", "iOS 16". */
function labelBefore(tokens: readonly Token[], position: number): string | undefined {
  const before = tokens[position - 1]?.text === '.' ? tokens[position - 2] : tokens[position - 1];
  if (before?.kind !== 'WORD') return undefined;
  if (labels.has(before.lower)) return before.text;
  return /^(?:\p{Lu}{2,6}|iOS|macOS|Windows|Android|Python|Node|Postgres|PostgreSQL|Ubuntu|Debian|Java|HTTP)$/u.test(
    before.text,
  ) &&
    !isCurrency(measuredUnit(before.text)?.name ?? '') &&
    tokens[position - 1] === before
    ? before.text
    : undefined;
}

function valueOf(code: string): string {
  return code
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\s_.\u2010-\u2015-]+/gu, (gap) => (gap.includes('.') ? '.' : ''))
    .replace(/\.$/, '')
    .replace(/^(?:versions?|v)(?=\d)/, '')
    .replace(/(?<=^\p{L}{3,})s(?=\d)/u, '');
}
