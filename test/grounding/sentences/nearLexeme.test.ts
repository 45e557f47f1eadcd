import { expect, test } from 'vitest';
import { nearestLexeme } from '../../../src/grounding/sentences/rankSentences.ts';

test.each([
  ['founder', ['founder', 'found'], 1],
  ['founder', ['founded'], 6 / 7],
  ['founder', ['found', 'founded'], 6 / 7],
  ['fund', ['funds'], 4 / 5],
  ['fee', ['fees'], 0],
  ['planet', ['plan'], 4 / 6],
  ['planting', ['plan'], 0],
  ['e1042', ['e1043'], 0],
  ['battery', ['lamp'], 0],
  ['battery', [], 0],
] as const)('%s among %j: %f', (lexeme, among, near) => {
  expect(nearestLexeme(lexeme, new Set(among))).toBeCloseTo(near, 10);
});
