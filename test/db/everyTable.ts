import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ask, buildGraph } from '../../src/agent/ask.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import { checkRequest } from '../../src/agent/resolveRequest.ts';
import { lookAgain } from '../../src/agent/recalls/lookAgain.ts';
import { pageOfRuns, saveRun } from '../../src/agent/runs/runs.ts';
import type { Database } from '../../src/db/database.ts';
import { newId } from '../../src/db/statement.ts';
import { saveAlias } from '../../src/knowledge/curated/aliases.ts';
import { saveCurated } from '../../src/knowledge/curated/curated.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { createJobs } from '../../src/knowledge/jobs/jobs.ts';
import { syncPath } from '../../src/knowledge/sync/syncPath.ts';
import { insertConflict, noteAudited } from '../../src/learning/audits/audits.sql.ts';
import { recordFeedback } from '../../src/learning/feedback/feedbackVerbs.ts';
import { activateCalibration, insertCalibration } from '../../src/learning/calibrations/store.sql.ts';
import { silentLog } from '../../src/log.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { insertFusionWeights } from '../../src/retrieval/fuse/fittedWeights.sql.ts';
import { createAudit } from '../../src/workspaces/audit.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { createKeys } from '../../src/workspaces/keys.ts';
import { personOf } from '../../src/workspaces/people.ts';
import { createSpending } from '../../src/workspaces/spending.ts';
import { newWorkspace } from '../support/database.ts';
import { inlineParser } from '../support/parser.ts';

/** A workspace with rows in every table, written by the product itself. */
export async function fillEveryTable(database: Database, embedder: Embedder, name: string): Promise<string> {
  const workspace = await newWorkspace(database, name);
  const text = `# Refunds\n\nA refund for ${name} takes five days. It is paid to the card that was charged.`;
  const refund = { key: 'refund.md', text, format: 'MARKDOWN', metadata: { shop: name } } as const;
  const { results } = await ingest({ database, embedder, parser: inlineParser, log: silentLog }, workspace, [refund]);
  await saveCurated(database, embedder, workspace, {
    question: `Who is ${name}?`,
    answer: name,
    sourceDocumentIds: [results[0]!.documentId!],
  });
  await saveAlias(database, workspace, { term: 'refund', synonyms: ['repayment'] });
  await fillAudit(database, workspace, results[0]!);
  // By the statement alone: `candor calibrate` wants more questions than a test has.
  await database.inWorkspace(workspace, (transaction) =>
    transaction.query(insertFusionWeights, [
      workspace,
      embedder.fingerprint,
      'en',
      1,
      0.65,
      40,
      0.7,
      0.75,
      'hash',
      new Date(),
    ]),
  );
  await fillJobs(database, embedder, workspace, name);
  await createKeys(database).create(workspace, name, 'ADMIN');
  await fillIdentity(database, workspace);
  const agent: AgentParts = {
    database,
    embedder,
    chat: null,
    reranker: null,
    log: silentLog,
    aliasesIn: () => Promise.resolve([]),
    saveRun: (id, run) => saveRun(database, id, run),
  };
  for await (const event of ask(
    buildGraph(agent),
    agent,
    checkRequest({ workspaceId: workspace, accessGroups: null }, { question: 'How long does a refund take?' }),
    undefined,
  ))
    expect(event.type).not.toBe('Failed');
  // What was answered stands no more.
  const changed = { ...refund, text: text.replace('five', 'six') };
  await ingest({ database, embedder, parser: inlineParser, log: silentLog }, workspace, [changed]);
  await lookAgain(database, workspace);
  await fillLearned(database, embedder, workspace);
  return workspace;
}

/** Somebody with a token, who is at work on a question within an allowance, and was written down. */
async function fillIdentity(database: Database, workspaceId: string): Promise<void> {
  const keyId = await personOf(database, workspaceId, { issuer: 'https://login.example', subject: 'ada' });
  const spending = createSpending(database);
  await spending.set(workspaceId, { period: 'DAY', maxTokens: 1_000 });
  await spending.reserve({ workspaceId, keyId }, 10, 60_000);
  await createAudit(database, true).append(
    workspaceId,
    { at: new Date(), actor: { kind: 'PERSON', id: keyId }, action: 'ASK', outcome: 'DONE', code: null, targets: [] },
    'Who?',
  );
}

/** A judged run, and a calibration in use: by its statements, since a fit wants more labels than a test has. */
async function fillLearned(database: Database, embedder: Embedder, workspace: string): Promise<void> {
  const caller: Caller = { workspaceId: workspace, role: 'ADMIN', accessGroups: null, keyId: null };
  const {
    nodes: [run],
  } = await pageOfRuns(database, caller, { first: 1 }, {});
  await recordFeedback(database, caller, { runId: run?.id ?? '', verdict: 'CORRECT' });
  const calibrationId = newId();
  await database.inWorkspace(workspace, async (transaction) => {
    await transaction.query(insertCalibration, {
      workspaceId: workspace,
      id: calibrationId,
      model: embedder.fingerprint,
      cutting: '1',
      preset: 'CANDOR',
      language: 'und',
      source: 'SET',
      fit: '{}',
      sampleSize: 1,
      dataHash: 'hash',
      createdAt: new Date(),
    });
    await transaction.query(activateCalibration, {
      workspaceId: workspace,
      id: calibrationId,
      activatedAt: new Date(),
    });
  });
}

/** A document that contradicts itself, which no audit finds, but what it stores needs no reader. */
async function fillAudit(
  database: Database,
  workspaceId: string,
  { documentId, versionId }: { readonly documentId: string | null; readonly versionId: string | null },
): Promise<void> {
  const both = (value: string | null) => [value ?? '', value ?? ''];
  await database.inWorkspace(workspaceId, async (transaction) => {
    await transaction.query(noteAudited, { workspaceId, versionId: versionId ?? '' });
    await transaction.query(insertConflict, {
      workspaceId,
      id: newId(),
      wording: 'hash',
      kind: 'NUMERIC',
      documentIds: both(documentId),
      versionIds: both(versionId),
      starts: [0, 0],
      quotes: both('A refund takes five days.'),
      sideValues: ['five days', 'six days'],
      now: new Date(),
    });
  });
}

/** A folder in step, and documents that wait for somebody to take them in. */
async function fillJobs(database: Database, embedder: Embedder, workspace: string, name: string): Promise<void> {
  const parts = { database, embedder, parser: inlineParser, log: silentLog, allowPrivate: false };
  const folder = await mkdtemp(join(tmpdir(), 'candor-fence-'));
  await writeFile(
    join(folder, 'hours.md'),
    `The shop of ${name} opens at nine in the morning on every working day of the week, and it closes again at six in the evening, but not in August.`,
  );
  const jobs = createJobs(parts);
  await syncPath(parts, jobs, workspace, folder);
  await jobs.submit(workspace, [{ key: 'later.md', text: 'Later.', format: 'MARKDOWN' }]);
  await jobs.stop();
  await rm(folder, { recursive: true });
}
