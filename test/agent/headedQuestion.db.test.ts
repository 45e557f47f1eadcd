import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAgent, type OpenAgent } from './openAgent.ts';

// Nothing of the question stands in the text, so that alone it is hardly told for an answer.
const text = 'We stand behind each release for two years: faults are mended, and nothing that you built on goes away.';
const page = (heading: string) => `# Ferry timetables\n\n## ${heading}\n\n${text}\n`;

let agent: OpenAgent;
beforeAll(async () => {
  agent = await openAgent();
});
afterAll(() => agent.close());

test('a section that has the question for its heading is surer than under another heading', async () => {
  const plain = await agent.take([{ key: 'ferries.md', text: page('Our promise') }]).then(ask);
  expect(plain.type).not.toBe('Answer');
  expect(plain.confidence.signals.headingMatch ?? 0).toBe(0);
  const headed = await agent.take([{ key: 'ferries.md', text: page('What does it mean to be 1.0?') }]).then(ask);
  expect(headed).toMatchObject({ type: 'Answer', confidence: { signals: { headingMatch: 1 } } });
  expect(headed).toMatchObject({ text: expect.stringContaining('two years') as string });
});

const ask = () => agent.ask('what does it mean to be 1.0');
