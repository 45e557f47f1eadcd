import { expect, test } from 'vitest';
import { rankSentences } from '../../../src/grounding/sentences/rankSentences.ts';
import { replacedAmong, successorsFirst, withoutTreated } from '../../../src/grounding/editions/successors.ts';
import { passage, ranked } from '../passage.ts';
import { readQuestion } from '../../../src/retrieval/question/question.ts';

const named = (key: string, supersededBy: string | null = null) =>
  passage(key, { chunkId: `${key}-chunk`, documentId: `${key}-id`, documentKey: key, supersededBy });
const order = (...passages: ReturnType<typeof passage>[]) =>
  successorsFirst(passages).map((entry) => entry.documentKey);

test('a replaced document comes behind its successor, the others keep their order', () => {
  expect(order(named('old', 'new'), named('other'), named('new'), named('last'))).toEqual([
    'other',
    'new',
    'old',
    'last',
  ]);
  expect(order(named('oldest', 'old'), named('old', 'new'), named('new'))).toEqual(['new', 'old', 'oldest']);
  expect(order(named('old', 'gone'), named('new'))).toEqual(['old', 'new']);
  expect(order(named('old', 'new'), named('new'), named('other'), named('new'))).toEqual([
    'new',
    'old',
    'other',
    'new',
  ]);
});

test('a circle ends', () => {
  expect(order(named('a', 'b'), named('b', 'a'), named('c'))).toHaveLength(3);
});

test('sentences of a replaced document count for less beside their successor, and fully without it', () => {
  const analysed = (source: ReturnType<typeof passage>) => ({
    ...ranked('The fee is 3 euros', 'x').candidate,
    passage: source,
    lexemes: ['fee', 'euro'],
  });
  const facts = { idf: new Map([['fee', 1]]), asked: readQuestion('fee') };
  const [old, fresh] = [named('old', 'new'), named('new')];
  expect([...replacedAmong([old, fresh])]).toEqual(['old-id']);
  const both = rankSentences([analysed(old), analysed(fresh)], facts);
  expect(both.map((entry) => entry.candidate.passage.documentKey)).toEqual(['new', 'old']);
  expect(both[1]?.share).toBeLessThan(0.2);
  expect(rankSentences([analysed(old)], facts)[0]?.score).toBe(both[0]?.score);
});

test('what the successor treats is not asked of the replaced document: a section of the same heading, a row of the same name', () => {
  const said = (text: string, heading: string, source: ReturnType<typeof passage>) => ({
    text,
    passage: source,
    headings: ['Rules', ...(heading === '' ? [] : [heading])],
  });
  const [old, fresh] = [named('old', 'new'), named('new')];
  const sentences = [
    said('Lockers need a coin.', 'Lockers', old),
    said('Lockers open with a card.', 'Lockers', fresh),
    said('The sauna is warm.', 'Sauna', old),
    said('Item: Canoe; Price: 5', '', old),
    said('Item: Canoe; Price: 9', '', fresh),
    said('Item: Punt; Price: 7', '', old),
    said('It is quiet.', '', old),
    said('It is loud.', '', fresh),
  ];
  expect(withoutTreated(sentences).map(({ text }) => text)).toEqual([
    'Lockers open with a card.',
    'The sauna is warm.',
    'Item: Canoe; Price: 9',
    'Item: Punt; Price: 7',
    'It is quiet.',
    'It is loud.',
  ]);
  expect(withoutTreated(sentences.filter((each) => each.passage !== fresh))).toHaveLength(5);
});
