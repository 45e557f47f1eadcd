import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { readDocumentsByKey } from '../../src/knowledge/store/documents.ts';
import { answered } from './drain.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

const page = (key: string, text: string, more: Partial<DocumentInput> = {}): DocumentInput =>
  ({ key, text, format: 'PLAIN_TEXT', ...more }) as DocumentInput;

let agent: OpenAgent;
beforeAll(async () => {
  agent = await openAgent();
  await agent.take([
    page('ferry.txt', 'A bicycle on the island ferry costs 4 euros.', { trust: 'TRUSTED' }),
    page('blog.txt', 'A bicycle on the island ferry costs 9 euros.'),
    page('gate-a.txt', 'The harbour gate is locked for 6 hours a night.'),
    page('gate-b.txt', 'The harbour gate is locked for 8 hours a night.'),
    page('rumour.txt', 'Mooring beside the granite obelisk costs 3 euros.', { trust: 'UNTRUSTED' }),
    page('mole.txt', 'The mole at the old pier measures 310 metres from end to end.'),
  ]);
});
afterAll(() => agent.close());

const trustOf = async (key: string) =>
  (await readDocumentsByKey(agent.database, { workspaceId: agent.workspaceId, accessGroups: null }, [key]))[0]?.trust;

describe('how far a document may be relied on', () => {
  test('is what the caller said last; nothing said leaves it', async () => {
    expect([await trustOf('ferry.txt'), await trustOf('blog.txt'), await trustOf('rumour.txt')]).toEqual([
      'TRUSTED',
      'NORMAL',
      'UNTRUSTED',
    ]);
    await agent.take([page('ballast.txt', 'Ballast is sold by the sack.', { trust: 'TRUSTED' })]);
    await agent.take([page('ballast.txt', 'Ballast is sold by the ton.')]);
    expect(await trustOf('ballast.txt')).toBe('TRUSTED');
    await agent.take([page('ballast.txt', 'Ballast is sold by the ton.', { trust: 'NORMAL' })]);
    expect(await trustOf('ballast.txt')).toBe('NORMAL');
  });

  test.each([
    ['untrusted', undefined, 'UNTRUSTED'],
    ['UNTRUSTED', 'TRUSTED', 'UNTRUSTED'],
    ['trusted', undefined, 'NORMAL'],
    ['TRUSTED', 'UNTRUSTED', 'UNTRUSTED'],
    ['3', 'TRUSTED', 'TRUSTED'],
  ] as const)('is only lowered by front matter (%s, said %s: %s)', async (word, trust, stored) => {
    const key = `front-${word}-${trust ?? 'unsaid'}.md`;
    await agent.take([
      page(key, `---\ntrust: ${word}\n---\n# Ropes ${key}\n\nRopes are coiled clockwise.`, {
        format: 'MARKDOWN',
        trust,
      }),
    ]);
    expect(await trustOf(key)).toBe(stored);
  });
});

describe('a conflict', () => {
  test('is settled by the only trusted side: the answer takes it, shows both, and stays as sure as it was', async () => {
    const answer = answered(await agent.ask('What does a bicycle on the island ferry cost?'));
    expect(answer).toMatchObject({
      tier: 'CONFIDENT',
      conflicts: [{ kind: 'NUMERIC', resolution: 'AUTHORITY', sides: [{ value: '4 euros' }, { value: '9 euros' }] }],
    });
    expect(answer.text).toContain('4 euros');
    expect(answer.text).not.toContain('9 euros');
  });

  test('without one stays open: both sides are told, and the answer is UNCERTAIN', async () => {
    const answer = answered(await agent.ask('For how many hours a night is the harbour gate locked?'));
    expect(answer).toMatchObject({ tier: 'UNCERTAIN', conflicts: [{ resolution: 'UNRESOLVED' }] });
    expect(answer.text).toContain('6 hours');
    expect(answer.text).toContain('8 hours');
  });
});

describe('one document alone', () => {
  test('that is untrusted is told, and never CONFIDENT', async () => {
    const answer = answered(
      await agent.ask('What does mooring beside the granite obelisk cost?', { filter: { keyPrefix: 'rumour' } }),
    );
    // Below it the tier would be UNCERTAIN anyway, and this test would prove nothing.
    expect(answer.confidence.value).toBeGreaterThan(0.75);
    expect(answer).toMatchObject({
      tier: 'UNCERTAIN',
      notices: [
        {
          kind: 'SOLE_SOURCE',
          message: 'Only “rumour.txt” says so, which is not a trusted source.',
          documentId: answer.citations[0]?.documentId,
        },
      ],
    });
  });

  test('that is new is told where most others are older, and nowhere else', async () => {
    const question = 'How many metres does the mole at the old pier measure?';
    expect(answered(await agent.ask(question)).notices).toEqual([]);
    await agent.pool.query(
      `update document set created_at = created_at - interval '30 days' where workspace_id = $1 and key <> 'mole.txt'`,
      [agent.workspaceId],
    );
    const answer = answered(await agent.ask(question));
    expect(answer.notices).toMatchObject([
      {
        kind: 'SOLE_SOURCE',
        message: expect.stringMatching(
          /^Only “mole.txt” says so, which is new: it was added on \d+ \w+ 20\d\d\.$/,
        ) as string,
      },
    ]);
    expect(answered(await agent.ask('For how many hours a night is the harbour gate locked?')).notices).toEqual([]);
    await agent.pool.query(
      `update document set created_at = created_at - interval '30 days' where workspace_id = $1 and key = 'mole.txt'`,
      [agent.workspaceId],
    );
    expect(answered(await agent.ask(question)).notices).toEqual([]);
  });
});
