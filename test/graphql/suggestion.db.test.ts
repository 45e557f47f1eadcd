import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/statement.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { runQuery } from '../support/runQuery.ts';

const folder = new URL('../../sample/knowledge/', import.meta.url);
const roles = 'staff-roles';
const question = 'can my accountant get access for free';
const sentence = 'One Analyst seat per shop is free and does not count towards the seat limit of the plan.';
const admin: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };

let open: OpenTestApp;
beforeAll(async () => {
  open = await openTestApp();
  await open.app.workspaces.ensure(admin.workspaceId, 'Shop');
  const names = await readdir(folder, { recursive: true });
  await take(await Promise.all(names.filter((name) => name.endsWith('.md')).map((name) => page(name))));
}, 300_000);
afterAll(() => open.close());

async function page(name: string, words = (text: string) => text, more: Partial<DocumentInput> = {}) {
  const text = await readFile(new URL(name, folder), 'utf8');
  return { key: name, format: 'MARKDOWN', text: words(text), ...more } as DocumentInput;
}

async function take(documents: readonly DocumentInput[]): Promise<string> {
  const { results } = await open.app.ingest(admin, documents);
  expect(results.flatMap(({ error }) => error ?? [])).toEqual([]);
  return results[0]?.documentId ?? '';
}

/** The page that answers, as it stands in the sample but for some changes. */
const changed = async (...changes: readonly [words?: (text: string) => string, more?: Partial<DocumentInput>]) =>
  take([await page('accounts/staff-roles.md', ...changes)]);

interface Place {
  readonly sentence: string;
  readonly likelihood: number;
  readonly reason: string;
  readonly passage: { readonly id: string; readonly document: { readonly key: string } | null };
}
interface Refusal {
  readonly __typename: string;
  readonly id: string;
  readonly tier: string;
  readonly message: string;
  readonly suggestion: Place | null;
  readonly alternatives: readonly Place[];
}

const place = 'sentence likelihood reason passage { chunkId document { key } chunk { id document { key } } }';
const shown = `__typename ... on Outcome { id tier alternatives { ${place} } } ... on Abstention { message suggestion { ${place} } }`;
const query = async (source: string, caller: Caller) => {
  const { data, errors } = await runQuery(source, { app: open.app, caller });
  expect(errors).toBeUndefined();
  return data as unknown;
};
const ask = async (caller: Caller, asked = question) =>
  ((await query(`{ ask(input: { question: "${asked}" }) { ${shown} } }`, caller)) as { ask: Refusal }).ask;
const readBack = async (caller: Caller, id: string) =>
  ((await query(`{ run(id: "${id}") { result { ${shown} } } }`, caller)) as { run: { result: Refusal } }).run.result;

describe('a refusal begins with what may be the answer', () => {
  it('which is its first alternative, and no answer; so does its record', async () => {
    const refusal = await ask(admin);
    expect(refusal).toMatchObject({
      __typename: 'Abstention',
      tier: 'NO_MATCH',
      suggestion: { sentence, reason: 'UNSURE', passage: { document: { key: roles } } },
    });
    expect(refusal.suggestion).toEqual(refusal.alternatives[0]);
    expect(refusal.message).toBe(
      `Not sure, but this may be it: “${sentence}” (Staff accounts and roles › Outside accountants)\nI found no answer to “${question}” in the documents.`,
    );
    expect(await readBack(admin, refusal.id)).toEqual(refusal);
    for (const { likelihood } of refusal.alternatives) expect(likelihood).toBeGreaterThanOrEqual(0.1);
  });

  it('which goes with its words from the record when its document is hidden', async () => {
    const reader: Caller = { ...admin, role: 'READER', accessGroups: [], keyId: newId() };
    const refusal = await ask(reader);
    expect(refusal.message).toContain(sentence);
    const id = await changed();
    await open.app.knowledge.setState(admin, id, 'DRAFT');
    const hidden = await readBack(reader, refusal.id);
    expect(hidden).toMatchObject({
      suggestion: null,
      message: `I found no answer to “${question}” in the documents.`,
    });
    expect(JSON.stringify(hidden)).not.toMatch(/Analyst seat|Outside accountants/);
    expect((await readBack(admin, refusal.id)).message).toBe(refusal.message);
    await open.app.knowledge.setState(admin, id, 'PUBLISHED');
  });
});

describe('nothing is suggested, and its place not named', () => {
  it('for a question that is answered, asked back, or on another topic', async () => {
    const answer = await ask(admin, 'How long are audit log entries kept?');
    expect(answer.__typename).toBe('Answer');
    expect(answer).not.toHaveProperty('suggestion');
    expect(await ask(admin, 'hello')).not.toHaveProperty('suggestion');
    const off = await ask(admin, 'who won the football world cup in 1954');
    expect(off).toMatchObject({ __typename: 'Abstention', suggestion: null, alternatives: [] });
    expect(off.message.split('\n')).toHaveLength(1);
  });

  // The last stays replaced.
  it.each([
    [
      'that a sentence behind it takes back',
      (text: string) => text.replace(sentence, `${sentence} This rule was abolished in 2024.`),
      {},
    ],
    ['from an untrusted source', undefined, { trust: 'UNTRUSTED' }],
    ['that was replaced', undefined, { trust: 'NORMAL', supersededBy: 'sessions-and-allow-list' }],
  ] as const)('%s', async (_name, words, more) => {
    await changed(words, more);
    const refusal = await ask(admin);
    expect(refusal).toMatchObject({ __typename: 'Abstention', suggestion: null });
    // A person may look at it all the same.
    expect(refusal.alternatives[0]).toMatchObject({ passage: { document: { key: roles } } });
    expect(refusal.message).not.toContain(sentence);
    expect(refusal.message.split('\n')).toHaveLength(1);
    if ('trust' in more) expect(refusal.message).not.toContain('Staff accounts');
  });
});
