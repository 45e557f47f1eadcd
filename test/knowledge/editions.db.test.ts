import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { listUnconfirmed, readEditionsOf, setSuccessor } from '../../src/knowledge/editions/editions.ts';
import { deleteDocument, readDocumentsByKey, restoreDocument } from '../../src/knowledge/store/documents.ts';
import type { Reader } from '../../src/workspaces/caller.ts';
import { openAgent, type OpenAgent } from '../agent/openAgent.ts';

const page = (key: string, text: string, more: Partial<DocumentInput> = {}): DocumentInput =>
  ({ key, text, format: 'MARKDOWN', ...more }) as DocumentInput;
const rules = (year: number, more = '') => `# Pier rules ${year}\n\n${more}\n\nLanterns cost ${year - 2000} euros.`;

let agent: OpenAgent;
const keys = ['rules-23.md', 'rules-25.md', 'list-v1.md', 'list-v2.md', 'told.md', 'guide.md', 'hidden.md', 'north.md'];
const ids: Record<string, string> = {};
const reader = (accessGroups: readonly string[] | null = null): Reader => ({
  workspaceId: agent.workspaceId,
  accessGroups,
  role: 'EDITOR',
});

beforeAll(async () => {
  agent = await openAgent();
  const results = await agent.take([
    page('rules-23.md', rules(2023)),
    page('rules-25.md', rules(2025, 'Valid from 1 April 2025. These rules replace those of 2023.')),
    page('list-v1.md', 'Oars cost 3 euros.', { title: 'Oars and prices' }),
    page('list-v2.md', 'Oars cost 4 euros.', { title: 'Prices' }),
    page('told.md', '# Storm plan\n\nBoats are roped.'),
    page('guide.md', '# Weather\n\nBoats are moored.', { supersedes: 'told.md' }),
    page('hidden.md', '# Pier rules 2026\n\nLanterns are free.', { accessGroups: ['board'] }),
    page('north.md', '# Sheds\n\nThe sheds are locked.'),
  ]);
  for (const { key, documentId } of results) ids[key] = documentId ?? '';
});
afterAll(() => agent.close());

/** By key: what replaces it and by what it is known. */
async function successors(groups: readonly string[] | null): Promise<Record<string, string>> {
  const found = await readEditionsOf(
    agent.database,
    reader(groups),
    keys.map((key) => ids[key] ?? ''),
  );
  return Object.fromEntries(
    found.flatMap(({ successor }, index) =>
      successor ? [[keys[index] ?? '', `${successor.successorKey} ${successor.basis}`]] : [],
    ),
  );
}
const byAll = {
  'rules-23.md': 'rules-25.md STATED',
  'list-v1.md': 'list-v2.md FILE_NAME',
  'told.md': 'guide.md DECLARED',
};

describe('the editions of documents', () => {
  test('are those that the reader may find, with how they are known and since when', async () => {
    expect(await successors(['crew'])).toEqual(byAll);
    expect(await successors(null)).toEqual({ ...byAll, 'rules-25.md': 'hidden.md TITLE' });
    const [older, newer, unknown] = await readEditionsOf(agent.database, reader(['crew']), [
      ids['rules-23.md'] ?? '',
      ids['rules-25.md'] ?? '',
      'no-id',
    ]);
    expect(older?.successor?.since).toEqual(new Date('2025-04-01'));
    expect(newer).toEqual({ successor: null, supersedes: [ids['rules-23.md']] });
    expect(unknown).toEqual({ successor: null, supersedes: [] });
  });

  test('are given back when the newer one is deleted', async () => {
    await deleteDocument(agent.database, reader(), ids['rules-25.md'] ?? '');
    expect((await successors(['crew']))['rules-23.md']).toBeUndefined();
    await restoreDocument(agent.database, reader(), ids['rules-25.md'] ?? '');
    expect(await successors(['crew'])).toEqual(byAll);
  });

  test('that names alone tell are listed to be confirmed', async () => {
    const found = await listUnconfirmed(agent.database, reader(['crew']));
    expect(found.map(({ documentId, successorKey }) => [documentId, successorKey])).toEqual([
      [ids['list-v1.md'], 'list-v2.md'],
    ]);
  });
});

describe('a successor that is set by hand', () => {
  const set = (key: string, other: string | null, groups: readonly string[] | null = null) =>
    setSuccessor(agent.database, reader(groups), ids[key] ?? key, other && (ids[other] ?? other));

  test('confirms, parts and replaces what nothing tells, whatever is ingested again', async () => {
    await set('list-v1.md', 'list-v2.md');
    await set('rules-23.md', null);
    await set('north.md', 'guide.md');
    const decided = {
      'told.md': 'guide.md DECLARED',
      'list-v1.md': 'list-v2.md DECLARED',
      'north.md': 'guide.md DECLARED',
    };
    expect(await successors(['crew'])).toEqual(decided);
    expect(await listUnconfirmed(agent.database, reader(['crew']))).toEqual([]);
    await agent.take([
      page('rules-23.md', rules(2023, 'Ask the bosun.'), { supersededBy: 'rules-25.md' }),
      page('list-v1.md', 'Oars cost 2 euros.', { title: 'Oars and prices' }),
      page('north.md', '# Sheds\n\nThe sheds are open.'),
    ]);
    expect(await successors(['crew'])).toEqual(decided);
    const [older] = await readDocumentsByKey(agent.database, reader(), ['rules-23.md']);
    expect(older?.supersededBy).toBeNull();
  });

  test('that the reader may not find replaces nothing for him', async () => {
    await set('north.md', 'hidden.md');
    expect((await successors(null))['north.md']).toBe('hidden.md DECLARED');
    expect((await successors(['crew']))['north.md']).toBeUndefined();
  });

  test('is refused for documents that the caller may not see, for itself and in a circle', async () => {
    const missing = { code: 'NOT_FOUND' };
    await expect(set('north.md', 'hidden.md', ['crew'])).rejects.toMatchObject(missing);
    await expect(set('hidden.md', 'north.md', ['crew'])).rejects.toMatchObject(missing);
    await expect(set('no-id', null)).rejects.toMatchObject(missing);
    await expect(set('north.md', 'north.md')).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await set('told.md', 'guide.md');
    await expect(set('guide.md', 'told.md')).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});
