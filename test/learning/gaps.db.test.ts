import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DigestPart, type RunDigest, readDigests } from '../../src/learning/runDigest.ts';
import { knowledgeGaps, type GapPage } from '../../src/learning/gaps/knowledgeGaps.ts';
import { groupQuestions } from '../../src/learning/gaps/groupQuestions.ts';
import type { GroupRuns } from '../../src/learning/gaps/keepGroups.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { saveRun } from '../../src/agent/runs/runs.ts';
import { newId } from '../../src/db/statement.ts';
import { silentLog } from '../../src/log.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openAgent, type OpenAgent } from '../agent/openAgent.ts';
import { newWorkspace, raw } from '../support/database.ts';
import { runOf } from '../support/fake/outcomes.ts';

const labels = {
  key: 'labels.md',
  text: '# Labels\n\nA printed label can be voided within 21 days of purchase.',
  format: 'MARKDOWN',
} as const;
const wages = {
  key: 'wages.md',
  text: '# Wages\n\nThe wage of a courier rises by 4 percent every April.',
  format: 'MARKDOWN',
  accessGroups: ['hr'],
} as const;

let agent: OpenAgent;
let admin: Caller;
let other: Caller;
let open: Caller;
const pageFor = (caller: Caller, request: Partial<Parameters<typeof knowledgeGaps>[2]> = {}): Promise<GapPage> =>
  knowledgeGaps({ database: agent.database, group: grouped(agent.embedder) }, caller, { first: 20, ...request });
const grouped =
  (embedder: Embedder): GroupRuns =>
  (unanswered, signal) =>
    groupQuestions(unanswered, embedder, silentLog, signal);
const digestsOf = (caller: Caller): Promise<RunDigest[]> =>
  readDigests(agent.database, caller, { limit: 100, parts: ['SIGNALS', 'SOURCES', 'ANSWER'] });

beforeAll(async () => {
  agent = await openAgent();
  admin = { workspaceId: agent.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
  open = { ...admin, role: 'READER', accessGroups: [] };
  other = { ...admin, workspaceId: await newWorkspace(agent.database) };
  await agent.take([labels, wages]);
  const everybody = { accessGroups: [] };
  await agent.ask('Who repairs the label printer on Sundays?', { ...everybody, conversationId: 'one' });
  await agent.ask('Who repairs a broken label printer?', { ...everybody, conversationId: 'one' });
  await agent.ask('What does the error E1042 of the label printer mean?', everybody);
  await agent.ask('What does the error E1043 of the label printer mean?', everybody);
  await agent.ask('Zyzzyva quokka?', everybody);
  await agent.ask('Within how many days can a printed label be voided?', everybody);
  await agent.ask('Who decides about the bonus of a courier?');
  // One of another workspace, and one that a fault ended.
  await saveRun(agent.database, other.workspaceId, {
    ...runOf(newId()),
    outcome: 'ABSTENTION',
    question: 'Whose is this?',
    accessGroups: [],
  });
  await saveRun(agent.database, agent.workspaceId, {
    ...runOf(newId()),
    outcome: null,
    tier: null,
    confidenceValue: null,
    stopReason: null,
    plan: null,
    accessGroups: [],
  });
});
afterAll(() => agent.close());

describe('a digest', () => {
  it('has the vector of a question that was searched as it was asked, so that nobody embeds it again', async () => {
    const runs = await readDigests(agent.database, admin, { limit: 100, parts: ['SOURCES', 'VECTOR'] });
    const withVector = runs.filter(({ vector }) => vector !== null);
    expect(withVector.length).toBeGreaterThan(4);
    for (const { standalone, vector } of withVector) {
      const exact = await agent.embedder.embedQuery(standalone);
      expect(vector?.reduce((sum, value, position) => sum + value * (exact[position] ?? 0), 0)).toBeCloseTo(1, 3);
    }
    const asked: string[] = [];
    const embedQuery = async (text: string) => {
      asked.push(text);
      return agent.embedder.embedQuery(text);
    };
    const unanswered = runs.map((run) => ({ run, reason: 'WEAK_EVIDENCE' as const, chosen: [] }));
    const grouped = await groupQuestions(unanswered, { ...agent.embedder, embedQuery }, silentLog);
    expect(asked).toEqual(runs.filter(({ vector }) => vector === null).map(({ standalone }) => standalone));
    const bare = unanswered.map(({ run, ...rest }) => ({ ...rest, run: { ...run, vector: null } }));
    expect(await groupQuestions(bare, agent.embedder, silentLog)).toEqual(grouped);
    // Of another embedder it says nothing.
    asked.length = 0;
    await groupQuestions(unanswered, { ...agent.embedder, embedQuery, fingerprint: 'other' }, silentLog);
    expect(asked).toHaveLength(runs.length);
  });

  it('has what the record of a real run says', async () => {
    const digests = await digestsOf(open);
    expect(digests.map(({ outcome, stopReason }) => `${outcome} ${stopReason}`)).toEqual([
      'ANSWER GATE_PASSED',
      'CLARIFICATION ZERO_HITS',
      ...Array.from({ length: 4 }, () => expect.stringContaining('ABSTENTION') as string),
    ]);
    expect(digests[0]).toMatchObject({
      question: 'Within how many days can a printed label be voided?',
      language: 'en',
      mode: 'EXTRACTIVE',
      preset: 'CANDOR',
      embedder: agent.embedder.fingerprint,
      reflection: { gap: 'NONE' },
      sources: [{ documentKey: 'labels.md' }],
      citations: [{ documentKey: 'labels.md', quote: expect.stringContaining('21 days') as string }],
    });
    expect(digests[0]?.signals).toMatchObject({ topSimilarity: expect.any(Number) as number });
    expect(digests[2]).toMatchObject({
      reason: expect.any(String) as string,
      mode: null,
      reflection: { requirements: [{ kind: 'CODE', text: 'E1043', coveredBy: [] }] },
    });
  });

  it('has only the parts that are named', async () => {
    const whole = await digestsOf(admin);
    const bare = whole.map((run) => ({
      ...run,
      signals: null,
      sources: [],
      alternatives: [],
      text: null,
      citations: [],
    }));
    const read = (parts: readonly DigestPart[]) => readDigests(agent.database, admin, { limit: 100, parts });
    expect(await read([])).toEqual(bare);
    const { signals } = whole[0] ?? {};
    expect(signals).not.toBeNull();
    expect((await read(['SIGNALS']))[0]).toEqual({ ...bare[0], signals });
  });

  it('is the same from the record of a run that was kept without one', async () => {
    const kept = await digestsOf(admin);
    await agent.database.inWorkspace(agent.workspaceId, async (transaction) => {
      const changed = raw(
        'update run set digest = null where workspace_id = $1 and digest is not null returning run_id',
      );
      expect((await transaction.query(changed, [agent.workspaceId])).length).toBeGreaterThanOrEqual(kept.length);
    });
    expect(await digestsOf(admin)).toEqual(kept);
  });

  it('has of an older run the signals that are still measured', async () => {
    const workspaceId = await newWorkspace(agent.database);
    await saveRun(agent.database, workspaceId, runOf(newId()));
    const older = { reader: 2, inBothArms: 1, otherLanguage: 0, keyword: 0.5, coverage: 0.7 };
    await agent.pool.query(
      `update run set digest = jsonb_set(digest, '{signals}', $2::jsonb) where workspace_id = $1`,
      [workspaceId, JSON.stringify(older)],
    );
    const [digest] = await digestsOf({ ...admin, workspaceId });
    expect(digest?.signals).toEqual({ reader: 2, keyword: 0.5 });
  });

  it('of judged runs: the newest among those of the newest judgements', async () => {
    const workspaceId = await newWorkspace(agent.database);
    const start = Date.UTC(2026, 0, 1);
    for (let day = 0; day < 6; day += 1) {
      const id = newId();
      const question = `Day ${day}?`;
      const { plan } = runOf(id);
      const run = {
        ...runOf(id),
        outcome: 'ABSTENTION' as const,
        question,
        plan: plan && { ...plan, standalone: question },
        accessGroups: [],
      };
      await saveRun(agent.database, workspaceId, { ...run, createdAt: new Date(start + day) });
      // The newest run was judged first.
      await agent.pool.query(
        `insert into feedback (workspace_id, feedback_id, run_id, verdict, document_ids, created_at) values ($1, $2, $3, 'CORRECT', '{}', $4)`,
        [workspaceId, newId(), id, new Date(start + 1_000 - day)],
      );
    }
    const judged = (limit: number) =>
      readDigests(agent.database, { workspaceId, accessGroups: null }, { judged: true, limit, parts: [] });
    const asked = async (limit: number) => (await judged(limit)).map(({ question }) => question);
    const standalone = async (limit: number) => (await judged(limit)).map((run) => run.standalone);
    expect(await asked(2)).toEqual(['Day 5?', 'Day 4?']);
    // Four judgements are looked at for one run.
    expect(await asked(1)).toEqual(['Day 3?']);
    expect([await standalone(2), await standalone(1)]).toEqual([['Day 5?', 'Day 4?'], ['Day 3?']]);
  });

  it('is of a run that the reader may see', async () => {
    expect((await digestsOf(admin)).map(({ question }) => question)).toContain(
      'Who decides about the bonus of a courier?',
    );
    expect((await digestsOf(open)).map(({ question }) => question)).not.toContain(
      'Who decides about the bonus of a courier?',
    );
    expect((await digestsOf(other)).map(({ question }) => question)).toEqual(['Whose is this?']);
  });
});

describe('knowledge gaps', () => {
  it('hold alike questions together and other codes apart, most asked first, with what was missing and near', async () => {
    const { nodes, ...page } = await pageFor(open);
    expect(nodes.map(({ question, count }) => `${count} ${question}`).sort()).toEqual([
      '1 What does the error E1042 of the label printer mean?',
      '1 What does the error E1043 of the label printer mean?',
      '1 Zyzzyva quokka?',
      expect.stringMatching(/^2 Who repairs .*label printer/),
    ]);
    expect(nodes[0]).toMatchObject({
      count: 2,
      conversationCount: 1,
      nearestDocuments: [{ documentKey: 'labels.md', count: 2 }],
    });
    expect(nodes.find(({ question }) => question.includes('E1042'))).toMatchObject({
      missing: [{ kind: 'CODE', text: 'E1042', count: 1 }],
    });
    expect(nodes.find(({ question }) => question.includes('quokka'))).toMatchObject({
      reasons: [{ reason: 'NOTHING_FOUND', count: 1 }],
    });
    expect(page).toEqual({
      cursors: nodes.map(() => expect.any(String) as string),
      hasNextPage: false,
      endCursor: expect.any(String) as string,
      runCount: 6,
      unansweredCount: 5,
      totalCount: 4,
      degraded: false,
    });
  });

  it('are of the runs, and name the documents, that the reader may see', async () => {
    const questionsFor = async (caller: Caller) => (await pageFor(caller)).nodes.map(({ question }) => question);
    expect(await questionsFor(admin)).toContain('Who decides about the bonus of a courier?');
    expect(await questionsFor(open)).not.toContain('Who decides about the bonus of a courier?');
    expect(await questionsFor(other)).not.toContain('Who decides about the bonus of a courier?');
    const bonus = async (caller: Caller) =>
      (await pageFor(caller)).nodes.find(({ question }) => question.includes('bonus'));
    expect((await bonus(admin))?.nearestDocuments.map(({ documentKey }) => documentKey)).toContain('wages.md');
  });

  it('come in pages without overlap', async () => {
    const all = (await pageFor(admin)).nodes.map(({ id }) => id);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await pageFor(admin, { first: 2, after });
      const [first = ''] = page.cursors;
      expect((await pageFor(admin, { after: first })).nodes[0]?.id).toBe(all[all.indexOf(page.nodes[0]?.id ?? '') + 1]);
      seen.push(...page.nodes.map(({ id }) => id));
      after = page.hasNextPage ? (page.endCursor ?? undefined) : undefined;
    } while (after !== undefined);
    expect(seen).toEqual(all);
    const latest = await pageFor(admin, { orderBy: 'LAST_ASKED' });
    const times = latest.nodes.map(({ lastAskedAt }) => lastAskedAt.getTime());
    expect(times).toEqual(times.toSorted((left, right) => right - left));
    for (const [position, after] of latest.cursors.entries())
      expect((await pageFor(admin, { orderBy: 'LAST_ASKED', after })).nodes).toEqual(latest.nodes.slice(position + 1));
    await expect(pageFor(admin, { after: 'nonsense' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { field: 'after' },
    });
    await expect(pageFor(admin, { first: 0 })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { field: 'first' },
    });
  });

  it('begin where the reader says', async () => {
    expect(await pageFor(admin, { since: new Date(Date.now() + 60_000) })).toMatchObject({
      nodes: [],
      endCursor: null,
      runCount: 0,
      totalCount: 0,
    });
  });
});
