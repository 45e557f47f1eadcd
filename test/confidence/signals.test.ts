import { describe, expect, test } from 'vitest';
import { fitted } from '../../src/confidence/fitted.ts';
import {
  computeSignals,
  type Evidence,
  noSignals,
  type RankedAnswer,
  type SignalName,
  signalNames,
  signalsSchema,
  signalTable,
} from '../../src/confidence/signals.ts';
import { fuse } from '../../src/retrieval/fuse/fuse.ts';
import { passage } from '../grounding/passage.ts';

const hits = (scores: Readonly<Record<string, number>>) =>
  Object.entries(scores).map(([chunkId, rawScore]) => ({ chunkId, rawScore }));
const passages = fuse({
  vector: hits({ A: 0.9, B: 0.8, C: 0.7 }),
  keyword: hits({ C: 6.6, A: 4.4, D: 2.2 }),
  settings: { fusion: 'RRF', rrfK: 60, vectorWeight: 1, keywordWeight: 1 },
}).map((hit, position) => passage(hit.chunkId, { ...hit, documentId: hit.chunkId, rank: position + 1 }));
/** Found by words alone. */
const byWords = passages.filter(({ chunkId }) => chunkId === 'D');

const answer = (documentId: string, share: number, features: RankedAnswer['features'] = {}): RankedAnswer => ({
  documentId,
  share,
  features,
});
const best = {
  reader: 4,
  passageRank: -1.6,
  similarity: 0.7,
  windowSimilarity: 0.35,
  keyword: 0.4,
  quantity: -1,
  given: -0.5,
  codes: 0,
  headed: 1,
  listed: 0,
};
const evidence: Evidence = {
  passages,
  rrfK: 60,
  answers: [
    answer('A', 0.5, best),
    answer('B', 0.2, { reader: 1 }),
    answer('A', 0.2, { reader: -2 }),
    answer('C', 0.1, { reader: 7 }),
  ],
  isRead: true,
};
const unread = { ...evidence, isRead: false };
const meant = { ...unread, isMeant: true };
const inPlace = (listed: number, headed: number) => ({ ...evidence, answers: [answer('A', 1, { listed, headed })] });
const naming = (given: number, codes: number) => ({ ...evidence, answers: [answer('A', 1, { given, codes })] });
const nothing = { ...evidence, answers: [] };

describe('a signal', () => {
  test.each<[SignalName, string, Evidence, number | null]>([
    ['reader', 'of the best sentence', evidence, 4],
    ['reader', 'unless none read it', unread, null],
    ['readerBest', 'the mean of the three highest', evidence, 4],
    ['readerBest', 'of as many as there are', { ...evidence, answers: [answer('A', 1, { reader: 2 })] }, 2],
    ['readerBest', 'unless none read them', unread, null],
    ['readerBest', 'of no sentence', nothing, null],
    ['documentShare', 'of all sentences of the best one’s document', evidence, 0.7],
    ['documentShare', 'counts nothing where an arm was lost', { ...evidence, lostArm: true }, 0],
    ['documentShare', 'of no sentence', nothing, null],
    ['documentShare', 'of no sentence, without an arm', { ...nothing, lostArm: true }, null],
    ['passageRank', 'as the feature', evidence, -1.6],
    ['similarity', 'of the sentence and what stands around it', meant, 0.55],
    ['similarity', 'as high in another language', { ...meant, isForeign: true }, 0.68],
    ['similarity', 'as high in another script', { ...meant, isForeign: true, isOfOtherScript: true }, 0.74],
    ['similarity', 'unless sentences were compared by their meaning', unread, null],
    ['keyword', 'as the feature', evidence, 0.4],
    ['quantity', 'as the feature', evidence, -1],
    ['given', 'the days of the question, or others', evidence, -0.5],
    ['given', 'its codes', naming(0, 1), 0.4],
    ['given', 'lacks one of its codes', naming(0, -1), -0.4],
    ['given', 'its days and codes', naming(1, 1), 1],
    ['placeAsked', 'the list itself', inPlace(1, 0), 1],
    ['placeAsked', 'the list itself, under its heading', inPlace(1, 1), 1],
    ['placeAsked', 'under a heading that is asked for', evidence, 0.6],
    ['placeAsked', 'elsewhere', inPlace(0, 0), 0],
    ['keyword', 'of a sentence that was not compared', { ...evidence, answers: [answer('A', 0)] }, null],
    ['rrfTop', 'of the top passage', evidence, 1 / 61 + 1 / 62],
    ['rrfTop', 'of one arm', { ...evidence, passages: byWords }, 1 / 63],
    ['topSimilarity', 'of the top passage', evidence, 0.9],
    ['topSimilarity', 'that the vector arm does not know', { ...evidence, passages: byWords }, null],
    ['writerFound', 'before a model was asked', evidence, null],
  ])('%s: %s', (name, _what, given, expected) => {
    const value = signalTable[name].of(given);
    if (expected === null) expect(value).toBeNull();
    else expect(value).toBeCloseTo(expected, 10);
  });

  test.each(['rrfTop', 'topSimilarity'] as const)('%s is none of no passage', (name) => {
    expect(signalTable[name].of({ ...evidence, passages: [] })).toBeNull();
  });
});

describe('the signals of a retrieval', () => {
  test('are those that its formula looks at', () => {
    expect(Object.keys(computeSignals(evidence, 'COSINE'))).toEqual(['topSimilarity']);
    expect(Object.keys(computeSignals(evidence, 'AVERAGE'))).toEqual(['rrfTop', 'topSimilarity']);
    expect(Object.keys(computeSignals(evidence, 'CONSENSUS'))).toEqual(['rrfTop']);
    for (const [given, { weights }] of [
      [evidence, fitted.confidence.read],
      [unread, fitted.confidence.unread],
      [meant, fitted.confidence.meant],
    ] as const)
      expect(Object.keys(computeSignals(given, 'CANDOR'))).toEqual(
        signalNames.filter((name) => name === 'topSimilarity' || name in weights),
      );
  });

  test('leave out what was not measured', () => {
    const signals = computeSignals({ ...evidence, answers: [], passages: byWords }, 'CANDOR');
    for (const name of ['reader', 'documentShare', 'topSimilarity']) expect(signals).not.toHaveProperty(name);
  });

  test('are none where nothing was found', () => {
    for (const formula of ['COSINE', 'AVERAGE', 'CONSENSUS', 'CANDOR'] as const)
      expect(computeSignals({ ...evidence, passages: [] }, formula)).toBe(noSignals);
  });

  test('survive being recorded; those that are no longer measured do not', () => {
    const signals = computeSignals(evidence, 'CANDOR');
    expect(signalsSchema.parse(JSON.parse(JSON.stringify(signals)))).toEqual(signals);
    expect(signalsSchema.parse({ margin: 0.2, inBothArms: 1, headed: 1, ...signals })).toEqual(signals);
    expect(signalsSchema.safeParse({ reader: 'high' }).success).toBe(false);
  });
});
