import { amountsOf } from '../../knowledge/values/amounts.ts';
import { blankAmounts } from './numbers.ts';
import { scan } from '../../knowledge/values/numerals.ts';
import { isMeasured } from '../../knowledge/values/units.ts';
import { contentStems } from '../../knowledge/language/stems.ts';
import { nearestSentence, holds, holdsPhrase, canonicalRows, scannedWords, type Cell, type Row } from './edits.ts';
import { contradicted, type Evidence, failed, passed, type Verdict, worst } from './verdict.ts';

/**
 * Whether the parts of a claim are related as in its evidence: who did what to whom, and which value is in which row
 * and column.
 */
export function checkRelation(claim: string, { sentence }: Evidence): Verdict {
  const nearest = nearestSentence(sentence, claim);
  return worst([checkRows(claim, sentence), checkDirection(claim, nearest), checkSwap(claim, nearest)]);
}

/**
 * "The shop lends money to the bank" for "the bank lends money to the shop": a verbatim copy in which two stretches have
 * swapped places.
 */
function checkSwap(claim: string, sentence: string): Verdict {
  const swap = swapOf(plainOf(claim), plainOf(sentence));
  return swap ? contradicted(`The claim has “${swap.one}” and “${swap.other}” in each other’s place.`) : passed;
}

const plainOf = (text: string) =>
  scan(text)
    .map(({ lower }) => lower)
    .filter((word) => !/^(?:the|a|an|\.)$/.test(word));

/** The stretches whose exchange makes one text of the other; undefined if there are none, or if order means nothing. */
function swapOf(own: readonly string[], stated: readonly string[]): { one: string; other: string } | undefined {
  const first = own.findIndex((word, position) => word !== stated[position]);
  const end = own.findLastIndex((word, position) => word !== stated[position]) + 1;
  if (own.length !== stated.length || first === -1 || own.toSorted().join(' ') !== stated.toSorted().join(' '))
    return undefined;
  const [mine, theirs] = [own.slice(first, end), stated.slice(first, end)];
  for (let size = 1; size < mine.length - 1; size += 1) {
    const one = mine.slice(0, size).join(' ');
    if (!theirs.join(' ').endsWith(` ${one}`)) continue;
    for (let start = size + 1; start < mine.length; start += 1) {
      const [between, other] = [mine.slice(size, start).join(' '), mine.slice(start).join(' ')];
      if (theirs.join(' ') === `${other} ${between} ${one}` && countsAsSwap(one, between, other)) return { one, other };
    }
  }
  return undefined;
}

/** "Red, blue and green" is a list, whose order does not matter; numbers are not in each other's place in any list. */
function countsAsSwap(one: string, between: string, other: string): boolean {
  if (contentStems(one).size === 0 || contentStems(other).size === 0) return false;
  const isCounted = /^\W*\d/.test(one) && /^\W*\d/.test(other) && contentStems(between).size > 0;
  return isCounted || (!symmetric.test(between) && !/^(?:,|;|&|and|or|und|et|y)(?:\s|$)/.test(between));
}

/** A value that a claim gives for a column must be in that column of the row that the claim is about. */
function checkRows(claim: string, sentence: string): Verdict {
  const rows = canonicalRows(sentence);
  if (rows.length === 0) return passed;
  const words = scannedWords(claim);
  // "€250 per order" does not name the column "Orders".
  const headers = scannedWords(blankAmounts(claim));
  const written = canonicalRows(claim.replace(/\.$/, ''))[0];
  if (written) return checkWrittenRow(written, rows);
  const named = rows.filter(([key]) => key !== undefined && holdsPhrase(words, key[1]));
  const about = longestKeys(
    named.length > 0 ? named : rows.filter(([key]) => key !== undefined && holds(words, key[1])),
  );
  if (about.length === 0) return checkUnkeyed(claim, words, rows);
  for (const row of about) {
    const wrong = row.slice(1).find(
      ([header, value]) =>
        holds(headers, header) &&
        !saysValue(
          claim,
          words,
          value,
          row.filter(([other]) => other !== header),
        ),
    );
    const miscounted =
      wrong ?? (about.length === 1 ? row.slice(1).find((cell) => isMiscounted(claim, cell)) : undefined);
    if (miscounted) return contradicted(`For ${row[0]?.[1]}, the table gives ${miscounted[0]}: ${miscounted[1]}.`);
  }
  const own = about.flat().map(([, value]) => value);
  const foreign = rows
    .flatMap((row) => row.slice(1))
    .find(
      ([, value]) =>
        !own.includes(value) && holds(words, value) && !own.some((other) => holds(scannedWords(other), value)),
    );
  return foreign ? failed(`“${foreign[1]}” stands in another row of the table.`) : passed;
}

/** "10 users" when the column "Users" says 20, even if another column says 10. */
function isMiscounted(claim: string, [header, value]: Cell): boolean {
  const stated = scannedWords(value).filter((word) => /\d/.test(word));
  const counts = amountsOf(claim).filter(
    ({ unit }) => unit !== '' && !isMeasured(unit) && holds([unit.split('/')[0] ?? ''], header),
  );
  return (
    stated.length > 0 &&
    counts.length > 0 &&
    !counts.some(({ text }) => stated.some((number) => scannedWords(text).includes(number)))
  );
}

/** A claim written as a row must have its cells as one row of the evidence has them. */
function checkWrittenRow(written: Row, rows: readonly Row[]): Verdict {
  const same = (one: string, other: string) => plainCell(one) === plainCell(other);
  const lost = (row: Row) =>
    written.find(
      ([header, value]) =>
        !row.some(([otherHeader, otherValue]) => same(header, otherHeader) && same(value, otherValue)),
    );
  if (rows.some((row) => lost(row) === undefined)) return passed;
  const [about] = rows.filter(
    (row) => row[0] !== undefined && written.some(([, value]) => same(value, row[0]?.[1] ?? '')),
  );
  const cell = lost(about ?? rows[0] ?? []);
  return contradicted(`The table has no ${cell?.[0]}: ${cell?.[1]}${about ? ` for ${about[0]?.[1]}` : ''}.`);
}

function plainCell(text: string): string {
  return scannedWords(text).join(' ');
}

/** If the claim lacks the first cell of a row, a name from another cell identifies the row. */
function checkUnkeyed(claim: string, words: readonly string[], rows: readonly Row[]): Verdict {
  const ahead = scannedWords(/^(?:For )?([^:,]{2,60})[:,]\s/.exec(claim)?.[1] ?? '');
  const isOther =
    ahead.length > 0 &&
    !rows.some((row) =>
      row.some(([header, value]) => ahead.some((word) => holds(scannedWords(`${header} ${value}`), word))),
    );
  const cells = rows.flatMap((row) => row.slice(1));
  const isStated = cells.some(([header, value]) => holds(words, header) || holds(words, value));
  const isNamed = cells.some(([, value]) =>
    value.split(/,\s|\sand\s/).some((part) => /^\p{Lu}/u.test(part) && holds(words, part)),
  );
  return isStated && (!isNamed || isOther)
    ? failed(`The claim does not say which row of the table it is about: ${rows.map((row) => row[0]?.[1]).join(', ')}.`)
    : passed;
}

/** "Basic plus" is not about the row "Basic". */
function longestKeys(rows: readonly Row[]): Row[] {
  const keyOf = (row: Row) => row[0]?.[1] ?? '';
  return rows.filter(
    (row) =>
      !rows.some((other) => keyOf(other).length > keyOf(row).length && holds(scannedWords(keyOf(other)), keyOf(row))),
  );
}

/**
 * Whether a claim has most of the words of a value, and all of its numbers. The sentence itself may express "yes" and
 * "no".
 */
function saysValue(claim: string, words: readonly string[], value: string, others: readonly Cell[]): boolean {
  if (/^(?:yes|no|none|✓|✗|-|–|—|included|not included)$/i.test(value))
    return (
      /^(?:yes|✓|included)$/i.test(value) ===
      !/\b(?:no|not|none|without|cannot|excluded|unavailable|lacks?)\b|n['’]t\b|[✗]|: [-–—]/i.test(claim)
    );
  if (holds(words, value)) return true;
  const own = scannedWords(value);
  const numbers = own.filter((word) => /\d/.test(word));
  const shared = own.filter((word) => words.includes(word)).length;
  return (
    numbers.every((word) => words.includes(word)) &&
    shared * 2 >= own.length &&
    !others.some(([, other]) => holds(words, other) && scannedWords(other).length >= shared)
  );
}

/** Two words and the words between them. Each of the two is a content word. */
interface Link {
  readonly left: string;
  readonly right: string;
  readonly between: string;
}

/**
 * "A acquired B" is neither "B acquired A" nor "A was acquired by B". Only compares pairs with the same words between
 * them.
 */
function checkDirection(claim: string, sentence: string): Verdict {
  const stated = new Map(linksOf(sentence).map((link) => [`${link.left}|${link.right}`, link] as const));
  const all = linksOf(sentence);
  for (const { left, right, between } of linksOf(claim)) {
    const turned = all.find((link) => link.left === right && link.right === left && link.between === between);
    if (turned && !stated.has(`${left}|${right}`))
      return contradicted(`The quote has “${turned.left} ${between} ${turned.right}”, the claim the other way round.`);
    const active = all.find(
      (link) =>
        link.left === left &&
        link.right === right &&
        isPassive(link.between) !== isPassive(between) &&
        verbOf(link.between) === verbOf(between),
    );
    if (active && verbOf(between) !== '')
      return contradicted(
        `The quote has “${active.left} ${active.between} ${active.right}”, the claim “${left} ${between} ${right}”.`,
      );
  }
  return passed;
}

const symmetric = /^(?:and|or|,|with|&|und|et|y|as|but|nor|is|are|was|were|the|a|an|of|in|\s)*$/;
const isPassive = (between: string) => /\bby$/.test(between);
const verbOf = (between: string) =>
  between
    .replaceAll(/\b(?:was|were|is|are|been|be|being|has|have|had|by|the|a|an)\b/g, ' ')
    .trim()
    .split(/\s+/)[0]
    ?.slice(0, 5) ?? '';

/** Pairs of content words with a verb or an ordering word between them: the stems and what is between. */
function linksOf(text: string): Link[] {
  const words = scan(text).slice(0, 200);
  const links: Link[] = [];
  const content = words.map(({ kind, text: word }) => (kind === 'WORD' ? [...contentStems(word)][0] : undefined));
  for (const [position, left] of content.entries()) {
    if (left === undefined) continue;
    for (let end = position + 2, met = 0; end < Math.min(words.length, position + 7) && met < 2; end += 1) {
      const right = content[end];
      const between = words.slice(position + 1, end);
      if (between.some(({ kind }) => kind === 'SIGN')) break;
      const inside = content.slice(position + 1, end).filter((stem) => stem !== undefined).length;
      met = inside;
      if (right === undefined || inside > 1 || right === left) continue;
      const plain = between
        .map(({ lower }) => lower)
        .filter((word) => !/^(?:the|a|an)$/.test(word))
        .join(' ');
      if (!symmetric.test(plain)) links.push({ left, right, between: plain });
    }
  }
  return links;
}
