import type { BenchDocument, Fact } from './groundingTexts.ts';
import { pick, replaceOne, type Library, type Mutate, type Random } from './groundingMutation.ts';

/** Things of one kind that a person clearly distinguishes. */
const siblings: readonly (readonly string[])[] = [
  ['Starter', 'Growth', 'Scale', 'Enterprise'],
  ['Owner', 'Admin', 'Fulfilment', 'Support', 'Analyst'],
  ['Owners', 'Admins', 'Analysts'],
  ['Standard', 'Express', 'Locker'],
  ['Venlo', 'Leipzig', 'Lille', 'Frankfurt', 'Dublin', 'Roermond'],
  ['Xero', 'DATEV', 'Mailchimp', 'Slack', 'eBay', 'Etsy'],
  ['Okta', 'Microsoft Entra ID'],
  ['Visa', 'Mastercard', 'American Express', 'iDEAL', 'Bancontact'],
  ['PDF', 'CSV', 'XML', 'JPEG', 'PNG', 'ZIP', 'JSON', 'ZPL'],
  ['DAP', 'DDP'],
  [
    'Netherlands',
    'Belgium',
    'Germany',
    'France',
    'Austria',
    'Spain',
    'Italy',
    'Poland',
    'Sweden',
    'Finland',
    'Ireland',
    'Greece',
    'Portugal',
    'Denmark',
    'Hungary',
  ],
  ['English', 'German', 'French', 'Dutch', 'Spanish', 'Polish'],
  ['JavaScript', 'PHP', 'Python'],
  ['Hero', 'Product grid', 'Reviews', 'Story'],
  ['British', 'French', 'German', 'Spanish', 'Italian', 'American', 'Russian', 'Chinese', 'Japanese', 'Polish'],
];
/** Common nouns of one kind, and the words that distinguish them. */
const nounSiblings: readonly (readonly string[])[] = [
  ['monthly', 'annual', 'daily', 'weekly', 'quarterly'],
  ['label printer', 'scanner', 'scale'],
  ['shop balance', 'shipping balance', 'credit line'],
  ['storefront', 'dashboard', 'returns portal', 'mobile app'],
  ['email', 'letter', 'phone', 'chat'],
  ['shopper', 'merchant', 'carrier'],
  ['invoice', 'payout', 'refund'],
  ['sandbox', 'live shop'],
  ['recovery code', 'reset link', 'backup method'],
  ['plan fee', 'transaction fee', 'restocking fee'],
  ['single sign-on', 'two-factor authentication'],
  ['webhook', 'newsletter', 'push notification'],
  ['hub', 'parcel point', 'locker'],
  ['north', 'south', 'east', 'west'],
  ['northern', 'southern', 'eastern', 'western'],
  ['father', 'mother', 'brother', 'sister', 'uncle'],
  ['son', 'daughter'],
  ['husband', 'wife'],
  ['king', 'queen', 'bishop'],
  ['lunch', 'dinner', 'breakfast'],
  ['red', 'blue', 'green', 'yellow', 'black', 'white'],
  ['gold', 'silver', 'bronze'],
  ['oxygen', 'nitrogen', 'hydrogen', 'carbon'],
  ['spring', 'summer', 'autumn', 'winter'],
  ['football', 'tennis', 'basketball', 'cricket'],
  ['guitar', 'piano', 'violin'],
];

interface Siblings {
  readonly of: (name: string) => readonly string[];
  readonly shape: RegExp;
}

function indexSiblings(groups: readonly (readonly string[])[], ending: string): Siblings {
  const known = new Map<string, readonly string[]>();
  for (const group of groups)
    for (const name of group) known.set(name, [...(known.get(name) ?? []), ...group.filter((other) => other !== name)]);
  const names = [...known.keys()].toSorted((left, right) => right.length - left.length).join('|');
  return {
    of: (name) => known.get(name) ?? [],
    shape: new RegExp(String.raw`(?<![\p{L}\d-])(?:${names})${ending}`, 'gu'),
  };
}

const named = indexSiblings(siblings, String.raw`(?![\p{L}\d-])`);
const nouns = indexSiblings(nounSiblings, String.raw`(?=s?(?![\p{L}\d-]))`);

const calendar =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)\b/;
/** One to three capitalised words inside a sentence. */
const nameShape = /(?<=[\p{Ll}\d,;)] )\p{Lu}\p{Ll}{2,}(?:[ -]\p{Lu}\p{Ll}{2,}){0,2}(?![\p{L}\d])/gu;

/** Returns the names in a document, each once, in order. A word that also occurs in lower case is not a name. */
export function namesOf(document: BenchDocument): string[] {
  const found = new Set(document.passages.flatMap(({ text }) => [...text.matchAll(nameShape)].map(([name]) => name)));
  const plain = new Set(document.text.match(/(?<![\p{L}\d])\p{Ll}{3,}(?![\p{L}\d])/gu));
  return [...found].filter(
    (name) => !calendar.test(name) && !name.split(/[ -]/).some((word) => plain.has(word.toLowerCase())),
  );
}

const size = (name: string) => name.split(/[ -]/).length;

/** Returns a name of another group, otherwise one with as many words from the document, otherwise from any document. */
function otherName(
  found: string,
  standing: string,
  names: readonly string[],
  library: Library,
  random: Random,
): string | undefined {
  const isFree = (name: string) =>
    name !== found &&
    size(name) === size(found) &&
    !standing.toLowerCase().includes(name.toLowerCase()) &&
    !found.includes(name) &&
    !name.includes(found);
  const near = names.filter(isFree);
  if (near.length > 0 && random() < 0.7) return pick(near, random);
  const far = pick([...library.names.values()], random)?.filter(isFree) ?? [];
  return pick(far, random) ?? pick(near, random);
}

/**
 * In one case in four the whole claim is in lower case, as hurried people and some models write. Cells of a table's
 * header are kept.
 */
const entity: Mutate = ({ claim, text, document }, library, random) => {
  const standing = `${claim} ${text}`;
  const bySibling = replaceOne(claim, named.shape, random, ([found]) =>
    pick(
      named.of(found).filter((other) => !standing.toLowerCase().includes(other.toLowerCase())),
      random,
    ),
  );
  const names = library.names.get(document.key) ?? [];
  const isRow = /^[^.;:]+: [^;]+; /.test(claim);
  const byName = isRow
    ? undefined
    : replaceOne(claim, nameShape, random, ([found]) =>
        names.includes(found) && named.of(found).length === 0
          ? otherName(found, standing, names, library, random)
          : undefined,
      );
  const changed = bySibling && byName ? pick([bySibling, byName], random) : (bySibling ?? byName);
  if (changed === undefined) return undefined;
  return { claim: random() < 0.25 ? changed.toLowerCase() : changed };
};

const noun: Mutate = ({ claim, text }, _library, random) => {
  const standing = `${claim} ${text}`.toLowerCase();
  const changed = replaceOne(claim, nouns.shape, random, ([found]) =>
    pick(
      nouns.of(found).filter((other) => !standing.includes(other)),
      random,
    ),
  );
  return changed === undefined ? undefined : { claim: changed };
};

/**
 * Letters with digits, a number after a short capitalised name ("TLS 1.2", "ISO 27001"), and long numbers that identify
 * something.
 */
const idShape =
  /\b(?!\d+(?:st|nd|rd|th|s|x|kg|g|km|cm|mm|m|ml|am|pm|k|MB|GB|KB|TB|px|dpi|bn|h)\b)(?=[\w-]*\p{L})(?=[\w-]*\d)[\p{L}\d]+(?:[-_][\p{L}\d]+)*(?:\.\d+)*\b|\b(?:TLS|ISO|iOS|SAML|WCAG|article|version|Version|Article|Chapter|Section|level|HTTP|status|Windows|Formula|Apollo|Boeing|No\.) \d+(?:\.\d+)*\b/gu;

const id: Mutate = ({ claim, text, passage }, _library, random) => {
  const standing = `${claim} ${text} ${passage.documentTitle} ${passage.sectionPath.join(' ')}`;
  const changed = replaceOne(claim, idShape, random, ([found]) => {
    if (/https?|www|%|@/.test(found) || found.length > 25) return undefined;
    const last = /\d(?=\D*$)/.exec(found);
    if (!last) return undefined;
    const way = random();
    const other =
      way < 0.15
        ? found.slice(0, last.index + 1) + last[0] + found.slice(last.index + 1)
        : found.slice(0, last.index) +
          String((Number(last[0]) + (way < 0.6 ? 1 : 1 + Math.floor(random() * 8))) % 10) +
          found.slice(last.index + 1);
    return standing.toLowerCase().includes(other.toLowerCase()) || /[ -]0$|[A-Za-z]0$/.test(other) ? undefined : other;
  });
  return changed === undefined ? undefined : { claim: changed };
};

const codeShape = /^(?:[A-Z]{1,3}\d{3,}|[A-Z]+-\d+)\b/;
const condition =
  /^(?:orders|consignments|within|after|before|above|below|up to|move|set up with|install|upgrade|configure|connect|with|without)\b/i;
const firstWord = (text: string) => text.toLowerCase().split(/\s/)[0];

/**
 * Whether another heading is parallel to `heading` but about something else: both are codes, or both begin with the
 * same kind of condition.
 */
const isParallel = (heading: string, other: string) =>
  other !== heading &&
  (codeShape.test(heading)
    ? codeShape.test(other)
    : condition.test(heading) &&
      (firstWord(heading) === firstWord(other) ||
        (/^(?:within|after|before|above|below|orders)/i.test(heading) &&
          /^(?:within|after|before|above|below|orders)/i.test(other))));

/**
 * Applies the sentence to a sibling of its heading: another code, plan or condition; in an encyclopedia, another
 * article.
 */
const scope: Mutate = (fact, library, random) => {
  const other =
    fact.document.set === 'sample' ? otherHeading(fact, library, random) : otherTitle(fact, library, random);
  if (other === undefined || fact.text.toLowerCase().includes(other.toLowerCase())) return undefined;
  const { claim } = fact;
  return {
    claim:
      pick(
        [`${other}: ${claim}`, `${other}. ${claim}`, `For ${other}, ${claim.charAt(0).toLowerCase()}${claim.slice(1)}`],
        random,
      ) ?? claim,
  };
};

function otherHeading({ heading, document }: Fact, library: Library, random: Random): string | undefined {
  if (heading === '') return undefined;
  const swapped = replaceOne(heading, named.shape, random, ([found]) => pick(named.of(found), random));
  const others = [...new Set(library.factsOf(document).map((other) => other.heading))]
    .filter((other) => isParallel(heading, other))
    .map((other) => codeShape.exec(other)?.[0] ?? other);
  return pick([...others, ...(swapped === undefined ? [] : [swapped])], random);
}

const encyclopedias = ['squad2', 'clapnq', 'timeqa'];

/** Returns another title for a sentence that does not itself name its subject. */
function otherTitle({ document, text }: Fact, library: Library, random: Random): string | undefined {
  if (!encyclopedias.includes(document.set) || !/^(?:The|It|He|She|They|Its|His|Her|In|This|There)\b/.test(text))
    return undefined;
  const words = new Set(`${document.text} ${document.title}`.toLowerCase().match(/\p{L}{3,}/gu));
  const title = pick(library.documents, random)?.title;
  return title !== undefined &&
    title.split(' ').length <= 4 &&
    !(title.toLowerCase().match(/\p{L}{3,}/gu) ?? ['the']).some((word) => words.has(word))
    ? title
    : undefined;
}

/** Kinds that name something other than the text does. */
export const nameMutations: Readonly<Record<'entity' | 'noun' | 'id' | 'scope', Mutate>> = { entity, noun, id, scope };
