import { beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../src/stats.ts';
import { locateQuote } from '../../src/grounding/checks/locateQuote.ts';
import {
  measureAlarms,
  paraphraseFact,
  readParaphrases,
  trueClaims,
  type Paraphrase,
} from '../../bench/groundingAlarms.ts';
import { generateCitations } from '../../bench/groundingCitations.ts';
import { drawMutations, mutate, openLibrary, questionsOf } from '../../bench/groundingDraw.ts';
import { kinds, type Kind, type Library } from '../../bench/groundingMutation.ts';
import { leastCaught, measureKind } from '../../bench/groundingRun.ts';
import { factsOf, goldenFolder, readDocuments, sampleFolder, type BenchDocument } from '../../bench/groundingTexts.ts';
import { passage } from './passage.ts';

/** Kinds whose quote does not stand in the passage. */
const withoutProof: readonly Kind[] = ['stitched', 'from-question', 'from-prompt', 'injected'];

/** A sentence, and what every claim that a kind makes of it looks like. */
const examples: readonly (readonly [Kind, string, RegExp])[] = [
  ['number', 'A claim must be filed within 28 days of the dispatch date.', /within (?!28 )(?:\d+|\w+) days/],
  ['number', 'The carrier makes two delivery attempts.', /makes (?!two )\w+ delivery/],
  ['unit', 'The reset link works for 24 hours.', /for 24 (?!hours)\w+/],
  ['magnitude', 'The city has 3 million visitors.', /3 (?:hundred|thousand|billion|trillion) visitors/],
  ['magnitude', 'More than 50,000 records need an export.', /(?:5,000|500,000) records/],
  ['currency', 'Delivery costs €5.90 below that.', /[$£]5\.90/],
  ['range', 'Delivery takes 3 to 5 business days there.', /takes (?!3 to 5 )[\d to]+ business/],
  ['year', 'The company was founded in 1962 in Arkansas.', /in (?!1962)\d{4} in/],
  ['date', 'The old version ends on 30 September 2024.', /on (?!30 September)\d+ \w+ 2024/],
  ['comparator', 'A password needs at least 12 characters.', /needs (?:at most|exactly|less than) 12/],
  ['negation', 'The fee is returned to the shopper later.', /is not returned/],
  ['negation', 'Printers with a logo cannot be returned.', /can be returned|cannot not/],
  ['exception', 'Hardware is taken back unless it is damaged.', /back (?:even )?if it/],
  ['added-exception', 'The return window is open for thirty days.', /days(?:, except|, unless)/],
  ['modality', 'The parcel must carry a printed label.', /parcel (?:may|can|need not) carry/],
  ['quantifier', 'A new password ends all sessions of the person.', /ends (?:some|most|a few) sessions/],
  ['entity', 'Phone support is included in Enterprise already.', /in (?:starter|growth|scale) already/i],
  ['noun', 'The daily report lists every open order.', /The (?:monthly|annual|weekly|quarterly) report/],
  ['id', 'The answer has the code E1042 in its body.', /code E(?!1042\b)\d+ in/],
  ['qualifier', 'The fee is returned if you win the dispute.', /^The fee is returned\.$/],
];

let library: Library;
let documents: readonly BenchDocument[];
let paraphrases: readonly Paraphrase[];

beforeAll(async () => {
  documents = await readDocuments('sample', sampleFolder);
  library = await openLibrary(documents, [questionsOf(goldenFolder)]);
  paraphrases = await readParaphrases();
});

describe('mutations of true claims', () => {
  it.each(examples)('%s: %s', (kind, text, expected) => {
    const one = passage(text, { documentKey: 'one', sectionPath: [] });
    const document: BenchDocument = {
      set: 'sample',
      path: 'one.md',
      key: 'one',
      title: 'One',
      effectiveFrom: undefined,
      text,
      passages: [one],
    };
    const [fact] = factsOf([document]);
    const claims = Array.from(
      { length: 12 },
      (_, seed) => fact && mutate(kind, fact, library, createRandom(seed))?.claim,
    ).filter((claim) => claim !== undefined);
    expect(claims.length).toBeGreaterThan(2);
    for (const claim of claims) expect(claim).toMatch(expected);
  });

  it.each(kinds)('%s: a changed claim, with a quote of the right kind, the same for the same seed', (kind) => {
    const drawn = drawMutations(kind, library, 20, 3);
    expect(drawn.length).toBe(20);
    expect(drawMutations(kind, library, 20, 3)).toEqual(drawn);
    expect(new Set(drawn.map(({ claim, quote }) => `${claim}\n${quote}`)).size).toBe(20);
    for (const { claim, quote, chunkId, passages, fact } of drawn) {
      const cited = passages.find((one) => one.chunkId === chunkId);
      expect(cited === undefined).toBe(kind === 'pointer');
      const stands = locateQuote((cited ?? fact.passage).text, quote) !== undefined;
      expect(stands).toBe(!withoutProof.includes(kind));
      if (!withoutProof.includes(kind) && kind !== 'pointer') expect(claim).not.toBe(quote);
    }
  });

  it('takes nothing for false that the passage says elsewhere', () => {
    const text =
      'Standard parcels wait for 3 days.\n\nExpress parcels wait for 3 days.\n\nLocker parcels wait for 3 days.';
    const one = passage(text, { documentKey: 'one', sectionPath: [] });
    const twice: BenchDocument = {
      set: 'sample',
      path: 'one.md',
      key: 'one',
      title: 'One',
      effectiveFrom: undefined,
      text,
      passages: [one],
    };
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    expect(
      factsOf([twice]).flatMap((fact) =>
        seeds.flatMap((seed) => mutate('entity', fact, library, createRandom(seed))?.claim ?? []),
      ),
    ).toEqual([]);
  });
});

/**
 * Share of 40 false claims made of paraphrases that is caught, a little below what was found. A claim in its own words leaves no single changed word to
 * see, so these are far from the others: raised when the checks get better, never lowered.
 */
const rewordedFloors: readonly (readonly [Kind, number])[] = [
  ['number', 0.95],
  ['unit', 0.9],
  ['magnitude', 0.95],
  ['currency', 0.9],
  ['range', 0.9],
  ['id', 0.95],
  ['date', 0.8],
  ['negation', 0.7],
  ['comparator', 0.6],
  ['entity', 0.6],
];

describe('what the checks catch', () => {
  it.each(kinds)('%s, in the words of the quote: what issue 6 asks for', (kind) => {
    const { row, missed } = measureKind(kind, 'sample', library, 20, 3);
    expect(
      row.hits / row.total,
      missed.map(({ claim, quote }) => `${claim} <- ${quote}`).join('\n'),
    ).toBeGreaterThanOrEqual(leastCaught(kind));
  });

  it.each(rewordedFloors)('%s, in other words: at least %d', (kind, floor) => {
    const facts = paraphrases.flatMap((paraphrase) => paraphraseFact(paraphrase, documents) ?? []);
    const { row, missed } = measureKind(kind, 'reworded', library, 40, 3, facts);
    expect(
      row.hits / row.total,
      missed.map(({ claim, quote }) => `${claim} <- ${quote}`).join('\n'),
    ).toBeGreaterThanOrEqual(floor);
  });

  it('refuses no sentence as it stands, with its stop or without', () => {
    const { verbatim, trimmed } = trueClaims(library.facts, 150, 3);
    expect(measureAlarms('sentence', 'sample', [...verbatim, ...trimmed], 0.01).alarms).toEqual([]);
  });
});

describe('paraphrases', () => {
  it('quote what stands in their documents, in other words', () => {
    expect(paraphrases.length).toBeGreaterThanOrEqual(150);
    expect(paraphrases.filter(({ form }) => form === 'SHORTER').length).toBeGreaterThanOrEqual(30);
    expect(new Set(paraphrases.map(({ claim }) => claim)).size).toBe(paraphrases.length);
    expect(
      paraphrases.filter(
        (paraphrase) => paraphraseFact(paraphrase, documents) === undefined || paraphrase.claim === paraphrase.quote,
      ),
    ).toEqual([]);
  });
});

describe('composed citations', () => {
  it('quote what stands at their spans, in every case', () => {
    const { citations, failures } = generateCitations(documents, 200, 3);
    expect(citations).toBeGreaterThanOrEqual(200);
    expect(failures).toEqual([]);
  });
});
