import { shippedScale, tierOn } from '../../src/confidence/scale.ts';
import { uncertainFrom } from '../../src/confidence/score.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { readDocumentsByKey } from '../../src/knowledge/store/documents.ts';
import { answered } from './drain.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

const page = (key: string, text: string, more: Partial<DocumentInput> = {}): DocumentInput =>
  ({ key, text, format: 'PLAIN_TEXT', ...more }) as DocumentInput;

const mole = page('mole.txt', 'The mole at the old pier measures 310 metres from end to end.');

let agent: OpenAgent;
/** Of which nothing has been asked before its documents grew old. */
let old: OpenAgent;
beforeAll(async () => {
  [agent, old] = [await openAgent(), await openAgent()];
  await agent.take([
    page('ferry.txt', 'A bicycle on the island ferry costs 4 euros.', { trust: 'TRUSTED' }),
    page('blog.txt', 'A bicycle on the island ferry costs 9 euros.'),
    page('gate-a.txt', 'The harbour gate is locked for 6 hours a night.'),
    page('gate-b.txt', 'The harbour gate is locked for 8 hours a night.'),
    page('rumour.txt', 'Mooring beside the granite obelisk costs 3 euros.', { trust: 'UNTRUSTED' }),
    mole,
  ]);
  await old.take([
    mole,
    page('gate-a.txt', 'The harbour gate is locked for 6 hours a night.'),
    page('gate-b.txt', 'The harbour gate is locked for 8 hours a night.'),
  ]);
});
afterAll(async () => {
  await agent.close();
  await old.close();
});

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
    // A dispute that is settled caps nothing: the tier is that of the confidence.
    expect(answer).toMatchObject({
      tier: tierOn(answer.confidence.value, uncertainFrom, shippedScale),
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

  const question = 'How many metres does the mole at the old pier measure?';
  const age = ({ pool, workspaceId }: OpenAgent, which: string) =>
    pool.query(
      `update document set created_at = created_at - interval '30 days' where workspace_id = $1 and key ${which}`,
      [workspaceId],
    );

  test('that is new stands out nowhere in a workspace that was filled this week, which is looked at once', async () => {
    const fresh = await openAgent();
    try {
      await fresh.take([mole, page('gate.txt', 'The harbour gate is locked for 6 hours a night.')]);
      expect(answered(await fresh.ask(question)).notices).toEqual([]);
      await age(fresh, `<> 'mole.txt'`);
      expect(answered(await fresh.ask(question)).notices).toEqual([]);
    } finally {
      await fresh.close();
    }
  });

  test('that is new is told by what the asker may read: hidden documents make nothing new', async () => {
    const fresh = await openAgent();
    try {
      await fresh.take([
        mole,
        page('hidden-a.txt', 'The board meets on Mondays.', { accessGroups: ['board'] }),
        page('hidden-b.txt', 'The board eats on Tuesdays.', { accessGroups: ['board'] }),
      ]);
      await age(fresh, `like 'hidden-%'`);
      const noticesFor = async (accessGroups: readonly string[]) =>
        answered(await fresh.ask(question, { accessGroups })).notices.map(({ kind }) => kind);
      expect(await noticesFor([])).toEqual([]);
      expect(await noticesFor(['board'])).toEqual(['SOLE_SOURCE']);
    } finally {
      await fresh.close();
    }
  });

  test('that is new is told where most others are older, and nowhere else', async () => {
    await age(old, `<> 'mole.txt'`);
    const answer = answered(await old.ask(question));
    expect(answer.notices).toMatchObject([
      {
        kind: 'SOLE_SOURCE',
        message: expect.stringMatching(
          /^Only “mole.txt” says so, which is new: it was added on \d+ \w+ 20\d\d\.$/,
        ) as string,
      },
    ]);
    expect(answered(await old.ask('For how many hours a night is the harbour gate locked?')).notices).toEqual([]);
    await age(old, `= 'mole.txt'`);
    expect(answered(await old.ask(question)).notices).toEqual([]);
  });
});
