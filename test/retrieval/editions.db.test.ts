import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { readUnreadSeries } from '../../src/knowledge/editions/series.ts';
import { openAgent, type OpenAgent } from '../agent/openAgent.ts';
import { search, type SearchChanges } from './search.ts';

const page = (key: string, text: string, more: Partial<DocumentInput> = {}): DocumentInput =>
  ({ key, text, format: 'MARKDOWN', ...more }) as DocumentInput;

const question = 'What is the deposit for a lantern?';
/** Sections long enough to be passages of their own, and not copies of each other. */
const filler = (...words: readonly [string, string]) =>
  Array.from(
    { length: 16 },
    (_, index) => `${words[0]} ${index + 3} is kept by the ${words[1]} of pier ${index}.`,
  ).join(' ');
// The older one has the words of the question, the newer one none but its heading.
const old = `# Boathouse rules 2023

Valid from 1 April 2023.

## Oars

${filler('Oar', 'bosun')}

## Lights

What is the deposit for a lantern? The deposit for a lantern is 5 euros. ${filler('Lantern', 'warden')}
`;
const fresh = `# Boathouse rules 2026

Valid from 1 April 2026. These rules replace those of 2023.

## Oars

${filler('Blade', 'coach')}

## Lights

Leave nine euros at the desk before you go. ${filler('Lamp', 'clerk')}
`;
const unsaid = fresh.replace(' These rules replace those of 2023.', '');
const day = 86_400_000;

const agents: OpenAgent[] = [];
// The first one opens the database and the embedder.
beforeAll(() => house());
afterAll(() => Promise.all(agents.map((agent) => agent.close())));

async function house(...documents: readonly DocumentInput[]): Promise<OpenAgent> {
  const agent = await openAgent();
  agents.push(agent);
  await agent.take(documents);
  return agent;
}

/** What is found, best first, as "key > heading (what replaces it)". Only one passage: without its editions it is the older one. */
async function found(agent: OpenAgent, changes: SearchChanges = {}): Promise<string[]> {
  const { passages } = await search(agent, agent.workspaceId, question, { settings: { topK: 1 }, ...changes });
  return passages.map(({ documentKey, sectionPath, supersededBy, laterEdition }) =>
    [documentKey, sectionPath.at(-1), supersededBy ?? laterEdition].filter(Boolean).join(' > '),
  );
}
const older = ['a.md > Lights'];
const newer = ['b.md > Lights'];

describe('what was not found', () => {
  const named = (key: string, text: string) => page(key, text, { title: key });
  test.each([
    ['where no edition is', [page('a.md', old)], 'a.md'],
    ['where it says so', [page('a.md', old), page('b.md', fresh)], 'b.md'],
    ['where its title tells', [page('a.md', old), page('b.md', unsaid)], 'b.md'],
    ['where its file tells', [named('rules-v1.md', old), named('rules-v2.md', unsaid)], 'rules-v2.md'],
  ])('is read in place of the older section of one heading: %s', async (_where, documents, key) => {
    expect(await found(await house(...documents))).toEqual([`${key} > Lights`]);
  });

  test('stands before the older section, which is told as replaced, with a score that its trace adds up to', async () => {
    const stalls = page('c.md', '# Stalls\n\nThe deposit for a lantern is asked for at every stall of the market.');
    const agent = await house(page('a.md', old), page('b.md', fresh), stalls);
    expect(await found(agent, { settings: { topK: 2 } })).toEqual(['b.md > Lights', 'a.md > Lights > b.md']);
    const { passages, further } = await search(agent, agent.workspaceId, question, { settings: { topK: 1 } });
    const [first] = passages;
    const { vector, keyword, adjustments } = first!.trace;
    const parts = [vector, keyword, ...adjustments].map(({ contribution }) => contribution);
    expect(parts.reduce((sum, each) => sum + each, 0)).toBeCloseTo(first!.score);
    expect(first!.coverage).toBeLessThan(0.5);
    expect(further.map(({ chunkId }) => chunkId)).not.toContain(first!.chunkId);
  });

  test('is found where what it replaces is called otherwise than itself', async () => {
    const guide = fresh
      .replace('# Boathouse rules 2026', '# Guide for rowers')
      .replace('These rules replace those of 2023.', 'This guide replaces the Boathouse rules 2023.');
    expect(await found(await house(page('a.md', old), page('b.md', guide)))).toEqual(newer);
    const told = old.replace('Valid from 1 April 2023.', 'These rules were replaced by the Guide for rowers.');
    const silent = guide.replace(' This guide replaces the Boathouse rules 2023.', '');
    expect(await found(await house(page('a.md', told), page('b.md', silent)))).toEqual(newer);
  });

  test('is found by what was stored before its series was kept, once that is read', async () => {
    const agent = await house(page('a.md', old), page('b.md', fresh));
    await agent.pool.query('update document set title_series = null, file_series = null, replaces = null');
    expect(await found(agent)).toEqual(older);
    expect(await readUnreadSeries(agent.database, agent.workspaceId)).toBe(2);
    expect(await found(agent)).toEqual(newer);
    expect(await readUnreadSeries(agent.database, agent.workspaceId)).toBe(0);
  });

  test('is no reason to hold the older one for what holds, where both have one title, state a day and share other sections', async () => {
    const untitled = (text: string) => text.replace(/^# Boathouse rules \d+/, '# Boathouse rules');
    const dropped = untitled(unsaid).replace('## Lights', '## Boats');
    const agent = await house(page('a.md', untitled(old)), page('b.md', dropped));
    expect(await found(agent)).toEqual(['a.md > Lights > b.md']);
  });

  test('is declared by who loaded it, and stays so when it is loaded again without a word', async () => {
    const other = unsaid.replace('# Boathouse rules 2026', '# Guide for rowers');
    const agent = await house(page('a.md', old), page('b.md', other, { supersedes: 'a.md' }));
    expect(await found(agent)).toEqual(newer);
    await agent.take([page('b.md', other.replace('nine', 'ten'))]);
    expect(await found(agent)).toEqual(newer);
  });
});

describe('nothing takes the place of the older section, and nothing is told', () => {
  const untouched = async (more: Partial<DocumentInput>, changes: SearchChanges = {}) =>
    found(await house(page('a.md', old), page('b.md', fresh, more)), changes);

  test('if the newer one is a draft, hidden, yet to begin or trusted less', async () => {
    expect(await untouched({ state: 'DRAFT' })).toEqual(older);
    expect(await untouched({ accessGroups: ['board'] }, { accessGroups: ['crew'] })).toEqual(older);
    expect(await untouched({ effectiveFrom: new Date(Date.now() + day) })).toEqual(older);
    expect(await untouched({ trust: 'UNTRUSTED' })).toEqual(older);
    const begins = fresh.replace('Valid from 1 April 2026', 'Valid from 1 April 2096');
    expect(await found(await house(page('a.md', old), page('b.md', begins)))).toEqual(older);
  });

  test('once the newer one is deleted, until it is restored', async () => {
    const agent = await house(page('a.md', old), page('b.md', fresh));
    const mark = (deletedAt: Date | null) =>
      agent.pool.query(`update document set deleted_at = $1 where workspace_id = $2 and key = 'b.md'`, [
        deletedAt,
        agent.workspaceId,
      ]);
    await mark(new Date());
    expect(await found(agent)).toEqual(older);
    await mark(null);
    expect(await found(agent)).toEqual(newer);
  });

  test('before it was valid: a question about a past day has what held then', async () => {
    const [from, until] = ['2023-04-01', '2026-04-01'].map((date) => new Date(date));
    const agent = await house(
      page('a.md', old, { effectiveFrom: from, supersededBy: 'b.md' }),
      page('b.md', fresh, { effectiveFrom: until }),
    );
    expect(await found(agent)).toEqual(newer);
    expect(await found(agent, { asOf: new Date('2025-01-01') })).toEqual(older);
  });

  test('if the filter does not let it through, if the question names the older one, or for a published recipe', async () => {
    const agent = await house(page('a.md', old, { tags: ['kept'] }), page('b.md', fresh));
    expect(await found(agent, { filter: { tags: ['kept'] } })).toEqual(older);
    const { passages } = await search(
      agent,
      agent.workspaceId,
      'What was the deposit for a lantern in the rules of 2023?',
      {
        settings: { topK: 1 },
      },
    );
    expect(passages.map(({ documentKey, supersededBy }) => [documentKey, supersededBy])).toEqual([['a.md', null]]);
    expect(await found(agent, { preset: 'NAIVE' })).toEqual(['a.md > Lights > b.md']);
  });

  test('of a name that many documents have', async () => {
    const many = Array.from({ length: 31 }, (_, index) =>
      page(`c${index}.md`, `# Boathouse rules ${1990 + index}\n\nThe boathouse is open.`),
    );
    expect(await found(await house(page('a.md', old), ...many))).toEqual(older);
  });
});

test('a filter without replaced documents leaves out those that are said to be, not those whose names alone tell', async () => {
  const filter = { includeSuperseded: false };
  const settings = { topK: 2 };
  expect(await found(await house(page('a.md', old), page('b.md', fresh)), { filter, settings })).toEqual(newer);
  const both = await found(await house(page('a.md', old), page('b.md', unsaid)), { filter, settings });
  expect(both.toSorted()).toEqual(['a.md > Lights > b.md', ...newer]);
});
