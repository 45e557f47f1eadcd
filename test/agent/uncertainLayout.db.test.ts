import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Placed } from '../support/documents.ts';
import { pdfOf } from '../support/documents.ts';
import { tornLines } from '../formats/pdfCases.ts';
import { answered } from './drain.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

const says = (text: string): Placed[] => [{ text, x: 60, y: 760 }];

let agent: OpenAgent;
beforeAll(async () => {
  agent = await openAgent();
  await agent.take([
    { key: 'mole.pdf', bytes: await pdfOf([says('The mole at the old pier measures 310 metres from end to end.')]) },
    {
      key: 'keys.pdf',
      bytes: await pdfOf([
        [...says('Keys of the north wing and the east wing cost a deposit of 17 euros.'), ...tornLines],
      ]),
    },
  ]);
});
afterAll(() => agent.close());

test('an answer from a page whose layout is certain may be CONFIDENT', async () => {
  const answer = answered(await agent.ask('How many metres does the mole at the old pier measure from end to end?'));
  expect(answer).toMatchObject({ tier: 'CONFIDENT' });
});

test('an answer from a page whose layout is uncertain never is', async () => {
  const answer = answered(
    await agent.ask('How many euros of deposit do keys of the north wing and the east wing cost?'),
  );
  expect(answer.text).toContain('17 euros');
  expect(answer.confidence.value).toBeGreaterThan(0.8);
  expect(answer.tier).toBe('UNCERTAIN');
});
