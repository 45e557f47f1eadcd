import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRun } from '../../src/agent/runs/runs.ts';
import { type Run } from '../../src/agent/state/run.ts';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import { saveAlias } from '../../src/knowledge/curated/aliases.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';
import { answered } from './drain.ts';

const page = (key: string, title: string, text: string, more: Partial<DocumentInput> = {}): DocumentInput =>
  ({ key, title, text: `# ${title}\n\n${text}`, format: 'MARKDOWN', ...more }) as DocumentInput;

const until = new Date('2025-01-01T00:00:00Z');
const knowledge: readonly DocumentInput[] = [
  page('leave.md', 'Annual leave', 'Annual leave is 28 days a year. Annual leave that is not taken by March ends.', {
    tags: ['people'],
  }),
  page('plans.md', 'Plans', 'The Fern plan includes priority support. The Moss plan includes mail support.'),
  page(
    'prices.md',
    'Monthly prices',
    'The Fern plan has a monthly fee of 49 euros. The Moss plan has a monthly fee of 19 euros.',
  ),
  page('kitchen.md', 'Kitchen', 'The dishwasher of the kitchen is emptied every morning at nine.'),
  page('garage.md', 'Garage', 'Bicycles stand on the left side of the garage, behind the blue door.'),
];

let agent: OpenAgent;

beforeAll(async () => {
  agent = await openAgent();
  await agent.take([
    ...knowledge,
    page('parking.md', 'Parking', 'A parking space in the yard costs 40 euros a month.', {
      effectiveFrom: new Date('2023-01-01T00:00:00Z'),
    }),
  ]);
  await agent.take([
    page('parking.md', 'Parking', 'A parking space in the yard costs 55 euros a month.', { effectiveFrom: until }),
  ]);
  await saveAlias(agent.database, agent.workspaceId, { term: 'PTO', synonyms: ['annual leave'] });
}, 60_000);

afterAll(() => agent.close());

async function run(outcome: Outcome): Promise<Run> {
  const found = await readRun(agent.database, { workspaceId: agent.workspaceId, accessGroups: null }, outcome.id);
  if (!found) throw new Error('The run is not there.');
  return found;
}

describe('asking again', () => {
  test("in the workspace's own words: what they find is answered", async () => {
    const outcome = answered(await agent.ask('When does PTO end?'));
    expect(outcome.text).toContain('March');
    expect((await run(outcome)).searches.map(({ round, query }) => [round, query])).toEqual([
      [1, 'When does PTO end?'],
      [2, 'When does annual leave end?'],
    ]);
  });

  test('a filter that is in the way is named, and nothing behind it is told', async () => {
    const outcome = await agent.ask('How many days is annual leave a year?', { filter: { tags: ['kitchen'] } });
    if (outcome.type !== 'Abstention') throw new Error(outcome.type);
    expect(outcome.nextSteps.find(({ kind }) => kind === 'RELAX_FILTER')?.filterField).toBe('tags');
    expect([outcome.nearest, JSON.stringify(outcome).includes('28 days')]).toEqual([[], false]);
  });

  test('no more often than the budget has rounds', async () => {
    const outcome = await agent.ask('When does PTO end?', { budget: { maxRounds: 1 } });
    expect([outcome.type === 'Answer', outcome.usage.rounds]).toEqual([false, 1]);
  });
});

describe('what depends on something else', () => {
  test('a thing that is described is found first, and asked about by its name', async () => {
    const outcome = await agent.ask('What is the monthly fee of the plan that includes priority support?');
    const { plan, searches } = await run(outcome);
    expect(plan?.dependent).toEqual([
      { after: 'Which plan includes priority support?', template: 'What is the monthly fee of {answer}?' },
    ]);
    expect(searches.map(({ round, query }) => [round, query])).toEqual([
      [1, 'What is the monthly fee of the plan that includes priority support?'],
      [1, 'Which plan includes priority support?'],
      [1, expect.stringMatching(/^What is the monthly fee of .*Fern/) as string],
    ]);
    expect(answered(outcome).text).toContain('49 euros');
  });

  test('a time that is over is asked of the versions of that time', async () => {
    const then = answered(await agent.ask('What did a parking space in the yard cost in June 2024?'));
    expect([then.text.includes('40 euros'), then.text.includes('55 euros')]).toEqual([true, false]);
    expect((await run(then)).asOf.getTime()).toBeLessThan(until.getTime());
    const now = answered(await agent.ask('What does a parking space in the yard cost a month?'));
    expect([now.text.includes('40 euros'), now.text.includes('55 euros')]).toEqual([false, true]);
  });
});
