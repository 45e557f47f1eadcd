import { expect, test } from 'vitest';
import { verifiedBy } from '../../../src/agent/writing/settle.ts';
import { verifyClaim } from '../../../src/grounding/claims/verifyClaim.ts';
import { passage } from '../passage.ts';

const text = 'Theft insurance costs 3 euros a day.';
const claim = verifyClaim({ text, quote: text, chunkId: 'chunk-1' }, [passage(text)]);

test.each([
  [0.5, 0.5, 0, 'SUPPORTED'],
  [0.51, 0, 0.49, 'SUPPORTED'],
  [0.49, 0.51, 0, 'UNSUPPORTED'],
  [0.4, 0.2, 0.4, 'UNSUPPORTED'],
  [0.2, 0.4, 0.4, 'UNSUPPORTED'],
  [0.2, 0.3, 0.5, 'CONTRADICTED'],
  [0.45, 0.05, 0.5, 'CONTRADICTED'],
])('entailed %d, neutral %d, contradicted %d: %s', (entailed, neutral, contradicted, status) => {
  const settled = verifiedBy(claim, { entailed, neutral, contradicted });
  expect(settled).toMatchObject({ status, decided: true, proof: claim.proof });
  expect(settled.checks).toEqual([
    ...claim.checks,
    {
      name: 'ENTAILMENT',
      passed: status === 'SUPPORTED',
      detail: expect.stringContaining(`${Math.round(entailed * 100)} %`) as string,
    },
  ]);
});
