import { beforeAll, describe, expect, test } from 'vitest';
import { drawClaims, judgeClaim, type JudgedClaim } from '../../bench/claimJudge.ts';
import { isTrue, lieKinds, lies, type LieKind } from '../../bench/claimLies.ts';
import { truthKinds, truths, type TruthKind } from '../../bench/claimTruths.ts';
import { openLibrary } from '../../bench/groundingDraw.ts';
import type { Library } from '../../bench/groundingMutation.ts';
import { factsOf, readDocuments, sampleFolder, type BenchDocument } from '../../bench/groundingTexts.ts';
import { createRandom } from '../../src/stats.ts';
import { passage } from './passage.ts';

/** Other draws than those of `npm run bench claims`. */
const seed = 48;
/** Few, because each is compared with a dozen sentences; the bench draws more. */
const liesOfEach = 3;
const truthsOfEach = 4;

let library: Library;
beforeAll(async () => {
  library = await openLibrary(await readDocuments('knowledge', sampleFolder), []);
});

const told = (judged: readonly JudgedClaim[]) => judged.map(({ claim, quote }) => `${claim} <- ${quote}`).join('\n');

/** A sentence, and what every lie that a kind makes of it looks like. */
const examples: readonly (readonly [LieKind | TruthKind, string, RegExp])[] = [
  ['roles', 'The carrier collects the parcel from the shop.', /^The parcel collects the carrier from the shop\.$/],
  ['passive roles', 'The parcel is collected by the carrier.', /^The carrier is collected by the parcel\.$/],
  ['crossed numbers', 'Small boxes hold 4 cups and large ones hold 9 cups.', /hold 9 cups and large ones hold 4 cups/],
  ['crossed periods', 'The plan costs 20 euros per month.', /per (?:minute|hour|day|week|year)\.$/],
  ['bound words', 'Only the owner can close an account.', /^The owner can only close an account\.$/],
  ['time words', 'The link works until the next sign-in.', /works (?:from|after) the/],
  ['modals', 'The parcel must carry a printed label.', /parcel (?:may|can|need not) carry/],
  ['condition dropped', 'The fee is returned if the shop wins the dispute.', /^The fee is returned\.$/],
  ['antonyms', 'The shop accepts returned goods on weekdays.', /shop rejects returned/],
  ['question affirmed', 'Parking costs 3 euros an hour on weekdays.', /^Parking is \w+\.$/],
  ['order in heading', 'Parking costs 3 euros an hour on weekdays.', /^Parking is \w+\.$/],
  ['host names', 'Look at help.example.com for the newest prices.', /at (?!help\.example\.com )\S+ for/],
  [
    'clause order',
    'If the label is lost, the shop prints another one.',
    /^The shop prints another one if the label is lost\.$/,
  ],
  [
    'passive',
    'The carrier collects the parcel from the shop.',
    /^The parcel is collected by the carrier from the shop\.$/,
  ],
  ['notation', 'The link works for 60 minutes only.', /for 1 hour only/],
  ['contraction', 'A used code cannot be used again.', /code can’t be/],
];

describe('made claims', () => {
  test.each(examples)('%s: %s', (kind, text, expected) => {
    const one = passage(text, { documentKey: 'one', sectionPath: ['Fees'] });
    const document: BenchDocument = {
      set: 'knowledge',
      path: 'one.md',
      key: 'one',
      title: 'One',
      effectiveFrom: undefined,
      text,
      passages: [one],
    };
    const [fact] = factsOf([document]);
    const make = { ...lies, ...truths }[kind];
    const claims = Array.from({ length: 12 }, (_, turn) => fact && make(fact, library, createRandom(turn))?.claim);
    const made = claims.filter((claim) => claim !== undefined);
    expect(made.length).toBeGreaterThan(0);
    for (const claim of made) expect(claim).toMatch(expected);
  });
});

describe('lies of a model', () => {
  test.each(lieKinds)('%s: never CONFIDENT, alone or beside the truth', (kind) => {
    const drawn = drawClaims(lies[kind], library, liesOfEach, seed, (claim, fact) => isTrue(kind, claim, fact));
    expect(drawn.length).toBe(liesOfEach);
    const judged = drawn.map((made) => judgeClaim(made));
    expect(told(judged.filter(({ seen }) => seen === 'CONFIDENT'))).toBe('');
    if (kind === 'question affirmed' || kind === 'order in heading')
      expect(told(judged.filter(({ grounding }) => grounding === 'SUPPORTED'))).toBe('');
  });
});

describe('truths of a model', () => {
  test.each(truthKinds)('%s: a wording of its own is never CONFIDENT, its source is shown', (kind) => {
    const judged = drawClaims(truths[kind], library, truthsOfEach, seed).map((made) => judgeClaim(made));
    expect(judged.length).toBe(truthsOfEach);
    const isCopy = kind === 'case, mark, space' || kind === 'list mark';
    const seen = judged.filter((one) => (isCopy ? one.seen === 'CONFIDENT' : one.seen !== 'DROPPED'));
    expect(seen.length, told(judged.filter((one) => !seen.includes(one)))).toBeGreaterThanOrEqual(
      Math.floor(shown[kind] * truthsOfEach) - 1,
    );
  });
});

/** Share that is shown, a little below what was found: raised when the checks get better, never lowered. */
const shown: Readonly<Record<TruthKind, number>> = {
  'case, mark, space': 1,
  'list mark': 1,
  'clause order': 0.9,
  passive: 0.8,
  synonym: 0.25,
  notation: 0.75,
  pronoun: 0.9,
  contraction: 0.8,
};
