import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../src/agent/state/outcome.ts';
import { readRun } from '../../src/agent/runs/runs.ts';
import { tierIn } from '../../src/confidence/gate.ts';
import { shippedScale } from '../../src/confidence/scale.ts';
import type { Database } from '../../src/db/database.ts';
import { CandorError } from '../../src/errors.ts';
import type { DocumentInput } from '../../src/knowledge/document.ts';
import { readVersions } from '../../src/knowledge/store/documents.ts';
import { presets } from '../../src/retrieval/presets.ts';
import { answered, expectProven } from './drain.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';

const folder = new URL('../../sample/knowledge/policies/', import.meta.url);
const day = (text: string) => new Date(`${text}T00:00:00Z`);

const own: readonly DocumentInput[] = [
  {
    key: 'canteen-2023',
    title: 'Canteen rules',
    text: 'The canteen serves lunch from eleven. A guest pays 9 euros for lunch in the canteen.',
    format: 'PLAIN_TEXT',
    supersededBy: 'canteen-2024',
  },
  {
    key: 'canteen-2024',
    title: 'Meals',
    text: 'A guest pays 12 euros for lunch in the canteen.',
    format: 'PLAIN_TEXT',
  },
  {
    key: 'sauna',
    title: 'Sauna',
    text: 'The sauna on the roof holds eight people and opens at six.',
    format: 'PLAIN_TEXT',
    supersededBy: 'spa',
  },
  {
    key: 'raffle',
    title: 'Winter raffle',
    text: 'A ticket of the winter raffle costs 2 francs.',
    format: 'PLAIN_TEXT',
    effectiveFrom: day('2024-01-01'),
    effectiveUntil: day('2024-03-01'),
  },
];

let agent: OpenAgent;
beforeAll(async () => {
  agent = await openAgent();
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const policies = await Promise.all(
    names.map(async (name) => ({
      key: name,
      text: await readFile(new URL(name, folder), 'utf8'),
      format: 'MARKDOWN' as const,
    })),
  );
  await agent.take([...policies, ...own]);
});
afterAll(() => agent.close());

const reader = () => ({ workspaceId: agent.workspaceId, accessGroups: null });
const versionsOf = (ids: readonly string[]) => readVersions(agent.database, reader(), ids);
const kinds = (answer: Answer) => answer.notices.map((notice) => notice.kind);

/** Every quote of a notice and of a conflict is what stands at its span in its version. */
async function expectQuoted({ notices, conflicts }: Answer): Promise<void> {
  for (const { versionId, quote, sourceSpan } of [...notices, ...conflicts.flatMap((conflict) => conflict.sides)]) {
    if (versionId === null || !sourceSpan) continue;
    const [version] = await versionsOf([versionId]);
    expect(version?.text.slice(sourceSpan.start, sourceSpan.end)).toBe(quote);
  }
}

const refund = { key: 'refund-policy', first: '2024-01-01', second: '2025-07-01', until: '1 July 2025' };
const cover = { key: 'parcel-protection', first: '2023-09-01', second: '2025-04-01', until: '1 April 2025' };

describe.each([
  [
    refund,
    'How many days do I have to return hardware bought in the supply store?',
    'within 30 days of delivery',
    'within 45 days of delivery',
    ['45 days', '30 days'],
  ],
  [
    refund,
    'What is the restocking fee on opened hardware?',
    '15% on opened hardware',
    '8% on opened hardware',
    ['8%', '15%'],
  ],
  [
    refund,
    'Within how many business days is the refund for hardware paid after the goods have arrived in Venlo?',
    'within 14 business days',
    'within 5 business days',
    ['5 business days', '14 business days'],
  ],
  [
    cover,
    'Up to what amount is each parcel covered without extra cost?',
    'up to €50 without',
    'up to €100 without',
    ['€100', '€50'],
  ],
  [
    cover,
    'How much does extra cover for a parcel cost?',
    '2.5% of the declared value',
    '1.2% of the declared value',
    ['€2,000 per parcel', '€500 per parcel'],
  ],
  [
    cover,
    'Within how many days of the dispatch date must a parcel claim be filed?',
    'within 14 days',
    'within 28 days',
    ['28 days', '14 days'],
  ],
  [cover, 'Is there a deductible on parcel claims?', 'deductible of €10', 'no deductible', ['says not', 'says so']],
] as const)('$0.key: %s %s', ({ key, first, second, until }, question, before, now, values) => {
  const aboutIt = (answer: Answer) => answer.citations.some((citation) => citation.documentKey === key);

  test('today it answers with what is valid, and tells what was', async () => {
    const answer = answered(await agent.ask(question));
    expect(answer.text).toContain(now);
    expect(answer.text).not.toContain(before);
    expect(answer.degraded).toEqual([]);
    const earlier = answer.notices.find(
      (notice) => notice.kind === 'EARLIER_VERSION_DIFFERED' && notice.quote?.includes(before),
    );
    expect(earlier?.message).toBe(`Until ${until} this document said: “${earlier?.quote ?? ''}”`);
    const conflict = answer.conflicts.find(({ sides }) => sides.some((side) => side.quote.includes(before)));
    expect(conflict).toMatchObject({
      resolution: 'NEWER_VERSION',
      sides: [
        { value: values[0], effectiveUntil: null },
        { value: values[1], effectiveUntil: day(second) },
      ],
    });
    expect(answer.citations.every((citation) => citation.isCurrent)).toBe(true);
    await expectProven(answer, versionsOf);
    await expectQuoted(answer);
  });

  test('asked about the first day of each version it answers from that one', async () => {
    const old = answered(await agent.ask(question, { asOf: day(first) }));
    expect(old.text).toContain(before);
    expect(old.text).not.toContain(now);
    expect(aboutIt(old)).toBe(true);
    expect(old.notices).toContainEqual(
      expect.objectContaining({ kind: 'LATER_VERSION_DIFFERS', quote: expect.stringContaining(now) }),
    );
    expect(old.conflicts.filter(({ resolution }) => resolution === 'NEWER_VERSION')).toEqual([]);
    expect(
      old.citations.filter((citation) => citation.documentKey === key).map((citation) => citation.isCurrent),
    ).not.toContain(true);
    await expectQuoted(old);
    const fresh = answered(await agent.ask(question, { asOf: day(second) }));
    expect(fresh.text).toContain(now);
    expect(kinds(fresh)).not.toContain('LATER_VERSION_DIFFERS');
    expect(kinds(fresh)).toContain('EARLIER_VERSION_DIFFERED');
  });
});

test('what did not change carries no notice', async () => {
  const answer = answered(
    await agent.ask(
      'Who pays for sending in faulty hardware, and is it repaired free of charge during the warranty of 24 months?',
    ),
  );
  expect(answer.citations.map((citation) => citation.documentKey)).toContain('refund-policy');
  expect(answer.notices.filter((notice) => notice.quote?.includes('Faulty'))).toEqual([]);
});

test('the record holds notices and conflicts as they were given', async () => {
  const answer = answered(await agent.ask('What is the restocking fee on opened hardware?'));
  const run = await readRun(agent.database, reader(), answer.id);
  expect(run?.result).toEqual(answer);
  expect(run?.steps.map((step) => step.node)).toEqual([
    'plan',
    'retrieve',
    'merge',
    'reflect',
    'generate',
    'verify',
    'history',
  ]);
});

/** The tier by the confidence alone. */
const uncapped = ({ confidence }: Answer) => tierIn({ preset: presets.CANDOR, scale: shippedScale }, confidence.value);

describe('a document that was replaced', () => {
  test('is passed over for its successor', async () => {
    const answer = answered(await agent.ask('What does a guest pay for lunch in the canteen?'));
    expect(answer.citations[0]).toMatchObject({ documentKey: 'canteen-2024' });
    expect(answer.text).not.toContain('9 euros');
    // Shown, settled, and no reason to doubt the answer.
    expect(answer.conflicts).toMatchObject([
      { kind: 'NUMERIC', resolution: 'NEWER_VERSION', sides: [{ value: '12 euros' }, { value: '9 euros' }] },
    ]);
    expect(answer.tier).toBe(uncapped(answer));
  });

  test('is never CONFIDENT and names its successor, unless it was asked for', async () => {
    const question = 'How many people does the sauna on the roof hold?';
    const answer = answered(await agent.ask(question));
    expect(answer).toMatchObject({
      tier: 'UNCERTAIN',
      notices: [{ kind: 'SUPERSEDED', message: '“Sauna” was replaced by spa.', documentId: null }],
    });
    const wanted = answered(await agent.ask(question, { filter: { documentIds: [answer.citations[0]!.documentId] } }));
    expect(kinds(wanted)).toEqual(['SUPERSEDED']);
    expect(wanted.tier).toBe(uncapped(wanted));
    const only = answered(
      await agent.ask('What does a guest pay for lunch in the canteen?', { filter: { keyPrefix: 'canteen-2023' } }),
    );
    const [successor] = (await agent.ask('What does a guest pay for lunch?', { filter: { keyPrefix: 'canteen-2024' } }))
      .citations;
    expect(only.notices).toMatchObject([
      {
        kind: 'SUPERSEDED',
        message: '“Canteen rules” was replaced by “Meals” (canteen-2024).',
        documentId: successor?.documentId,
      },
    ]);
  });
});

test('a version that has ended is cited for a day when it was valid, and says so', async () => {
  const question = 'What does a ticket of the winter raffle cost?';
  const past = answered(await agent.ask(question, { asOf: day('2024-02-01') }));
  expect(past.text).toContain('2 francs');
  expect(past.notices).toMatchObject([
    {
      kind: 'EXPIRED',
      message: 'The cited version expired on 1 March 2024.',
      documentId: past.citations[0]!.documentId,
      versionId: past.citations[0]!.versionId,
    },
  ]);
  expect(past.citations[0]).toMatchObject({ isCurrent: false });
  expect((await agent.ask(question)).citations.map((citation) => citation.documentKey)).not.toContain('raffle');
});

describe('when the other versions cannot be read', () => {
  const question = 'What is the restocking fee on opened hardware?';
  const failing = (fault: Error): Database => ({
    ...agent.database,
    inWorkspace: (workspace, work, options) =>
      agent.database.inWorkspace(
        workspace,
        (transaction) =>
          work({
            query: (statement, values) =>
              statement.name === 'knowledge.listRevisions'
                ? Promise.reject(fault)
                : transaction.query(statement, values),
          }),
        options,
      ),
  });

  test('the answer stands, and says that it does not know', async () => {
    const answer = answered(
      await agent.ask(question, {}, { database: failing(new CandorError('DATABASE_FAILED', 'no such table')) }),
    );
    expect(answer.text).toContain('8% on opened hardware');
    expect(answer).toMatchObject({
      notices: [],
      conflicts: [],
      degraded: [{ part: 'VERSION_HISTORY', message: 'no such table' }],
    });
  });

  test('a text that is too long to compare is told', async () => {
    const terms = (fee: number, from: string) => ({
      key: 'lockers',
      title: 'Locker terms',
      text: `A locker in the cellar costs ${fee} crowns a month.`,
      format: 'PLAIN_TEXT' as const,
      effectiveFrom: day(from),
    });
    const [old] = await agent.take([terms(3, '2024-01-01'), terms(4, '2025-01-01')]);
    // Taking in as long a text would mean embedding it.
    await agent.pool.query(`update version_text set text = text || repeat(' and more', 25000) where version_id = $1`, [
      old?.versionId,
    ]);
    const answer = answered(await agent.ask('What does a locker in the cellar cost a month?'));
    expect(answer.text).toContain('4 crowns');
    expect(answer).toMatchObject({
      notices: [],
      degraded: [{ part: 'VERSION_HISTORY', message: expect.stringContaining('too long') }],
    });
  });
});
