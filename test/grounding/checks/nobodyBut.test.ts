import { expect, it } from 'vitest';
import { checkPolarity } from '../../../src/grounding/checks/polarity.ts';
import { told } from '../passage.ts';

it.each([
  ['Nobody but the skipper may start the engine.', 'Only the skipper may start the engine.', 'PASSED'],
  ['Only the skipper may start the engine.', 'No one other than the skipper may start the engine.', 'PASSED'],
  ['The engine is started by nobody but the skipper.', 'Only the skipper may start the engine.', 'PASSED'],
  ['Nobody may start the engine.', 'Only the skipper may start the engine.', 'CONTRADICTED'],
  ['Nobody but the skipper may start the engine.', 'The skipper may not start the engine.', 'CONTRADICTED'],
])('%s against %s', (claim, quote, outcome) => {
  expect(checkPolarity(claim, told(quote)).outcome).toBe(outcome);
});
