import { lines } from '../src/knowledge/language/sentences.ts';
import type { Passage } from '../src/retrieval/passage.ts';
import { bare, pick, type Attempt, type Library, type Mutate, type Random } from './groundingMutation.ts';

const wordSet = (text: string) =>
  new Set(
    bare(text)
      .split(' ')
      .filter((word) => word.length > 3),
  );
function overlap(left: string, right: string): number {
  const [one, other] = [wordSet(left), wordSet(right)];
  return [...one].filter((word) => other.has(word)).length / Math.max(1, Math.min(one.size, other.size));
}

/** Claims another sentence of the document; in half of the cases the one that shares the most words. */
const wrongClaim: Mutate = (fact, library, random) => {
  const others = library
    .factsOf(fact.document)
    .filter(
      (other) => other.text !== fact.text && wordSet(other.text).size >= 4 && overlap(other.text, fact.text) < 0.6,
    );
  const nearest = others.toSorted((left, right) => overlap(right.text, fact.text) - overlap(left.text, fact.text))[0];
  const other = random() < 0.5 ? nearest : pick(others, random);
  return (
    other && { claim: other.text, passages: [fact.passage, ...(other.passage === fact.passage ? [] : [other.passage])] }
  );
};

const clause =
  /^((?:The |A |An |Each |All |Every )?\p{Lu}?[\p{L}\d'’ -]{3,60}?) (is|are|was|were|can|must|may|will|has|have|costs?|covers?|receives?|applies|contains?|includes?|lasts)\s(.{12,})$/u;
const badSubject =
  /^(?:it|they|this|that|these|those|he|she|we|you|i|there|if|when|for|in|on|after|before|with|as|by|at|to|so|and|but|while|what|which|who|how|one|both)\b/i;

/**
 * Combines the subject of one document with the predicate of another. In 60 % of the cases the source of the predicate
 * is quoted, otherwise that of the subject; both passages are retrieved.
 */
const crossDocument: Mutate = (fact, library, random) => {
  const [, own = '', verb = '', predicate = ''] = clause.exec(fact.text) ?? [];
  const isSimple =
    /^(?:it|they|he|she)$/i.test(own) ||
    (!badSubject.test(own) &&
      own.split(' ').length <= 6 &&
      !/\b(?:and|that|which|who|whose|how|is|are)\b| (?:to|of|for|and|last)$/.test(own));
  if (verb === '' || !isSimple) return undefined;
  for (let tries = 0; tries < 60; tries += 1) {
    const other = pick(library.facts, random);
    const [, subject = '', otherVerb] = (other && clause.exec(other.text)) ?? [];
    if (
      !other ||
      other.document.key === fact.document.key ||
      otherVerb !== verb ||
      badSubject.test(subject) ||
      !/^\p{Lu}/u.test(subject) ||
      / (?:to|of|for|and)$/.test(subject) ||
      /\b(?:that|which|who|whose)\b/.test(subject) ||
      wordSet(subject).size === 0 ||
      overlap(subject, fact.text) > 0
    )
      continue;
    const passages = [fact.passage, other.passage];
    const claim = `${subject} ${verb} ${predicate}`;
    return random() < 0.6
      ? { claim, passages }
      : { claim, passages, quote: other.text, chunkId: other.passage.chunkId };
  }
  return undefined;
};

export interface TableRow {
  readonly cells: readonly (readonly [header: string, value: string])[];
  readonly text: string;
}

export function rowOf(text: string): TableRow | undefined {
  const cells = text.split('; ').flatMap((cell) => {
    const [, header, value] = /^([^:]{1,40}): (.+)$/.exec(cell) ?? [];
    return header === undefined || value === undefined ? [] : [[header, value] as const];
  });
  return cells.length >= 2 && cells.length === text.split('; ').length ? { cells, text } : undefined;
}

function rowsOf(passage: Passage): TableRow[] {
  return lines(passage.text).flatMap(({ start, end }) => rowOf(passage.text.slice(start, end)) ?? []);
}

/** Words a cell as a sentence, or in the form of the row. */
function cellClaim(key: readonly [string, string], header: string, value: string, random: Random): string {
  return (
    pick(
      [
        `${key[0]}: ${key[1]}; ${header}: ${value}`,
        `${key[1]}: ${header} ${value}.`,
        `For ${key[1]}, ${header.charAt(0).toLowerCase()}${header.slice(1)} is ${value}.`,
      ],
      random,
    ) ?? ''
  );
}

/**
 * Takes the value of the row above or below. In half of the cases both rows are quoted, as by a writer who looks at the
 * whole table.
 */
const rowShift: Mutate = (fact, _library, random) => {
  const row = rowOf(fact.text);
  const rows = row ? rowsOf(fact.passage) : [];
  const at = rows.findIndex(({ text }) => text === fact.text);
  const other = pick(
    [rows[at - 1], rows[at + 1]].filter((near) => near?.cells.length === row?.cells.length),
    random,
  );
  const [key, ...cells] = row?.cells ?? [];
  if (!other || !key || other.cells[0]?.[0] !== key[0] || other.cells[0][1] === key[1]) return undefined;
  const column = Math.floor(random() * cells.length);
  const value = other.cells[column + 1]?.[1];
  const own = cells[column];
  if (!own || value === undefined || value === own[1]) return undefined;
  const both = rows.indexOf(other) < at ? `${other.text}\n${row?.text}` : `${row?.text}\n${other.text}`;
  const quote = random() < 0.5 && fact.passage.text.includes(both) ? both : pick([fact.text, other.text], random);
  return { claim: cellClaim(key, own[0], value, random), quote: quote ?? fact.text };
};

/** Takes the value of the neighbouring column in the same row. */
const columnShift: Mutate = (fact, _library, random) => {
  const row = rowOf(fact.text);
  const [key, ...cells] = row?.cells ?? [];
  if (!key || cells.length < 2) return undefined;
  const column = Math.floor(random() * cells.length);
  const own = cells[column];
  const other = pick(
    [cells[column - 1], cells[column + 1]].filter((cell) => cell !== undefined && cell[1] !== own?.[1]),
    random,
  );
  return own && other ? { claim: cellClaim(key, own[0], other[1], random) } : undefined;
};

interface List {
  readonly head: string;
  readonly items: readonly string[];
  readonly block: string;
  readonly passage: Passage;
}

/** Steps are not members of a set: numbered lists are left out. */
const itemMark = /^\s*[-*] +/;

/**
 * Returns the lists of a passage with what applies to all their items: the line above that ends in a colon, otherwise
 * the heading.
 */
export function listsOf(passage: Passage): List[] {
  const found: { head: string; items: string[]; start: number; end: number }[] = [];
  let heading = passage.sectionPath.at(-1) ?? passage.documentTitle;
  let before = '';
  for (const { start, end } of lines(passage.text)) {
    const line = passage.text.slice(start, end);
    const last = found.at(-1);
    if (/^#{1,6} /.test(line)) heading = line.replace(/^#+ /, '');
    if (itemMark.test(line)) {
      const item = line.replace(itemMark, '').replace(/[,.;]+$/, '');
      if (itemMark.test(before) && last) {
        last.items.push(item);
        last.end = end;
      } else
        found.push({
          head: before.trimEnd().endsWith(':') ? before.trimEnd().slice(0, -1) : heading,
          items: [item],
          start,
          end,
        });
    }
    before = line;
  }
  return found
    .filter(({ items }) => items.length > 1)
    .map(({ start, end, ...list }) => ({ ...list, block: passage.text.slice(start, end), passage }));
}

const listIndexes = new WeakMap<Library, List[]>();
function allLists(library: Library): readonly List[] {
  const known =
    listIndexes.get(library) ??
    library.documents.flatMap(({ passages }) => passages.flatMap((passage) => listsOf(passage)));
  listIndexes.set(library, known);
  return known;
}

/** Puts an item of one list under the heading of another, in the same document if it has two. */
const listBleed: Mutate = (fact, library, random) => {
  const lists = allLists(library);
  const own = lists.find(
    (list) => list.passage === fact.passage && list.items.some((item) => fact.text.startsWith(item)),
  );
  if (!own || wordSet(fact.text).size < 2) return undefined;
  const others = lists.filter(
    (list) =>
      list.head !== own.head &&
      wordSet(list.head).size > 1 &&
      !list.items.includes(fact.text) &&
      overlap(list.head, `${fact.text} ${own.head}`) === 0,
  );
  const near = others.filter((list) => list.passage.documentId === fact.passage.documentId);
  const other = pick(near.length > 0 && random() < 0.8 ? near : others, random);
  const item = own.items.find((entry) => fact.text.startsWith(entry)) ?? '';
  if (!other) return undefined;
  const claim = pick([`${other.head}: ${item}`, `${other.head} includes ${item}.`], random) ?? '';
  const passages = [fact.passage, ...(other.passage === fact.passage ? [] : [other.passage])];
  return random() < 0.5 ? { claim, passages } : { claim, passages, quote: other.block, chunkId: other.passage.chunkId };
};

const effective = (date: Date | undefined) =>
  date?.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }) ?? '';

/**
 * Claims what one version of a document says, with a quote of another version that says something else at the same
 * place.
 */
const version: Mutate = (fact, library, random): Attempt | undefined => {
  const others = library.documents.filter(
    (document) =>
      document.key === fact.document.key && document.set === fact.document.set && document !== fact.document,
  );
  const newer = pick(others, random);
  if (!newer || newer.text.includes(fact.text)) return undefined;
  const same = library
    .factsOf(newer)
    .filter((other) => other.heading === fact.heading && !fact.document.text.includes(other.text));
  const quoted = same.toSorted((left, right) => overlap(right.text, fact.text) - overlap(left.text, fact.text))[0];
  if (!quoted) return undefined;
  const start = fact.claim.charAt(0).toLowerCase() + fact.claim.slice(1);
  const claim =
    pick(
      [
        fact.claim,
        `Since ${effective(newer.effectiveFrom)}, ${start}`,
        `Currently, ${start}`,
        `${fact.heading}: ${fact.claim}`,
        `According to the policy, ${start}`,
        fact.claim.toLowerCase(),
        `Today, ${start}`,
      ],
      random,
    ) ?? fact.claim;
  // If the other version only adds to the claim, the claim is still true.
  if (bare(quoted.text).startsWith(bare(fact.text))) return undefined;
  return { claim, quote: quoted.text, passages: [quoted.passage], chunkId: quoted.passage.chunkId };
};

/** Kinds that move a true statement to a place where it does not apply. */
export const placeMutations: Readonly<
  Record<'wrong-claim' | 'cross-document' | 'row-shift' | 'column-shift' | 'list-bleed' | 'version', Mutate>
> = {
  'wrong-claim': wrongClaim,
  'cross-document': crossDocument,
  'row-shift': rowShift,
  'column-shift': columnShift,
  'list-bleed': listBleed,
  version,
};
