import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { answered } from './drain.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

const page = (key: string, text: string, more: Partial<DocumentInput> = {}): DocumentInput =>
  ({ key, text, format: 'MARKDOWN', ...more }) as DocumentInput;

const old = `# Boathouse rules 2023

Valid from 1 April 2023.

## Oars

Oars are hung up dry on the left wall.

## Lantern deposit

The deposit for a lantern is 5 euros.

## Sauna

The sauna by the slipway is heated on Fridays.
`;
const fresh = `# Boathouse rules 2026

Valid from 1 April 2026. These rules replace those of 2023.

## Oars

Oars are hung up dry on the left wall.

## Lantern deposit

The deposit for a lantern is 9 euros.
`;
const unsaid = fresh.replace(' These rules replace those of 2023.', '');

const agents: OpenAgent[] = [];
async function house(...documents: readonly DocumentInput[]): Promise<OpenAgent> {
  const agent = await openAgent();
  agents.push(agent);
  await agent.take(documents);
  return agent;
}
afterAll(() => Promise.all(agents.map((agent) => agent.close())));

const deposit = 'What is the deposit for a lantern?';
const sauna = 'By the boathouse rules, when is the sauna by the slipway heated?';
const kinds = (answer: ReturnType<typeof answered>) => answer.notices.map(({ kind }) => kind);

describe('an edition that says that it replaces another', () => {
  let agent: OpenAgent;
  // The newer one is loaded first: when they came tells nothing.
  beforeAll(async () => {
    agent = await house(page('b.md', fresh), page('a.md', old));
  });

  test('answers what both treat, and the old value is in no sentence', async () => {
    const answer = answered(await agent.ask(deposit));
    expect(answer.text).toContain('9 euros');
    expect(answer.text).not.toContain('5 euros');
    expect([answer.citations[0]?.documentKey, answer.conflicts]).toEqual(['b.md', []]);
    expect(answer.notices).toMatchObject([
      {
        kind: 'EARLIER_VERSION_DIFFERED',
        message: 'The earlier edition “Boathouse rules 2023” says: “The deposit for a lantern is 5 euros.”',
        quote: 'The deposit for a lantern is 5 euros.',
      },
    ]);
  });

  test('does not silence an edition that the question names', async () => {
    const outcome = await agent.ask('What was the deposit for a lantern in the boathouse rules of 2023?');
    // Without a reader, both are offered.
    expect([outcome.type, JSON.stringify(outcome).includes('5 euros')]).toEqual(['Clarification', true]);
  });

  test('leaves what it does not treat to the older one, which is told and never CONFIDENT', async () => {
    const answer = answered(await agent.ask(sauna));
    expect(answer.text).toContain('on Fridays');
    expect([answer.tier, kinds(answer)]).toEqual(['UNCERTAIN', ['SUPERSEDED']]);
    expect(answer.notices[0]?.message).toBe('“Boathouse rules 2023” was replaced by “Boathouse rules 2026” (b.md).');
  });
});

test('where the title alone tells, the newer edition comes first, and the older one is told as such', async () => {
  const agent = await house(page('b.md', unsaid), page('a.md', old));
  const answer = answered(await agent.ask(deposit));
  expect(answer.text.indexOf('9 euros')).toBe('The deposit for a lantern is '.length);
  const gone = answered(await agent.ask(sauna));
  expect([gone.tier, kinds(gone)]).toEqual(['UNCERTAIN', ['SUPERSEDED']]);
  expect(gone.notices[0]?.message).toBe(
    'By its name, “Boathouse rules 2026” (b.md) is a later edition of “Boathouse rules 2023”.',
  );
});

test('of one title the one with the later day comes first, if they share a section; pages of one name alone do not', async () => {
  const titled = (text: string) => text.replace(/ rules 20\d\d/, ' rules');
  const agent = await house(page('b.md', titled(unsaid)), page('a.md', titled(old)));
  const answer = answered(await agent.ask(deposit));
  expect(answer.text.indexOf('9 euros')).toBe('The deposit for a lantern is '.length);
  const apart = await house(
    page('b.md', '# Overview\n\nUpdated: 2026-02-01\n\n## Boats\n\nA punt is hired for 7 euros an hour.'),
    page('a.md', '# Overview\n\nUpdated: 2024-02-01\n\n## Lanterns\n\nThe deposit for a lantern is 5 euros.'),
  );
  expect(kinds(answered(await apart.ask(deposit)))).toEqual([]);
});

describe('nothing is silenced', () => {
  const oldAlone = async (...documents: readonly DocumentInput[]) => {
    const agent = await house(page('a.md', old), ...documents);
    const answer = answered(await agent.ask(deposit));
    return [answer.text.includes('5 euros'), kinds(answer).includes('SUPERSEDED')];
  };

  test('by a draft, by what begins later, or by what is trusted less', async () => {
    expect(await oldAlone(page('b.md', fresh, { state: 'DRAFT' }))).toEqual([true, false]);
    const later = new Date(Date.now() + 30 * 86_400_000);
    expect(await oldAlone(page('b.md', fresh, { effectiveFrom: later }))).toEqual([true, false]);
    expect(await oldAlone(page('b.md', fresh, { trust: 'UNTRUSTED' }))).toEqual([true, false]);
  });

  test('by what the asker may not read', async () => {
    const agent = await house(page('a.md', old), page('b.md', fresh, { accessGroups: ['board'] }));
    const answer = answered(await agent.ask(deposit, { accessGroups: [] }));
    expect([answer.text.includes('5 euros'), kinds(answer)]).toEqual([true, []]);
  });

  test('by a page of another title that says the same', async () => {
    const other = fresh.replace('# Boathouse rules 2026', '# Rowing club rules 2026');
    const agent = await house(page('a.md', old), page('b.md', other));
    const outcome = await agent.ask(deposit);
    expect([outcome.type, JSON.stringify(outcome).includes('5 euros')]).toEqual(['Clarification', true]);
  });
});
