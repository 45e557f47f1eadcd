import { expect, test } from 'vitest';
import { isAmbiguous } from '../../src/agent/judgeQuestion.ts';
import type { Passage } from '../../src/retrieval/passage.ts';
import { passage } from '../grounding/passage.ts';
import { evidenceOf } from './askState.ts';

const of = (document: string, heading: string, score = 1): Passage => passage('It is told here.', { documentId: document, documentTitle: document, chunkId: `${document}-${heading}`, sectionPath: ['Handbook', heading], score });
const asks = (query: string, passages: readonly Passage[], weight = 2) => isAmbiguous({ ...evidenceOf(passages), query, idf: [['oar', weight]] });
const three = [of('red', 'Boats'), of('green', 'Oars'), of('blue', 'Clubs', 0.6)];

test('a short question that three documents serve may mean any of them, one with a rare word does not', () => {
  expect(asks('What is an oar?', three)).toBe(true);
  expect(asks('What is an oar?', three.slice(0, 2))).toBe(false);
  expect(asks('What is an oar?', [...three.slice(0, 2), of('blue', 'Clubs', 0.59)])).toBe(false);
  expect(asks('What is an oar?', three, 3)).toBe(false);
});

test('a section that is headed by the question is what is meant, when one document alone has it and it is the best', () => {
  expect(asks('what is an  OAR', [of('red', 'What is an oar?'), ...three.slice(1)])).toBe(false);
  expect(asks('What is an oar?', [three[0]!, of('red', 'What is an oar?', 0.7), ...three.slice(1)])).toBe(false);
  expect(asks('What is an oar?', [of('red', 'What is an oar?'), of('green', 'What is an oar?'), three[2]!])).toBe(true);
  expect(asks('What is an oar?', [three[0]!, of('green', 'What is an oar?', 0.9), three[2]!])).toBe(true);
  expect(asks('What is an oar?', [of('red', 'What is an oar made of?'), ...three.slice(1)])).toBe(true);
  expect(asks('?', [of('red', '!'), ...three.slice(1)])).toBe(true);
});
