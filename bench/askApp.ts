import { rm } from 'node:fs/promises';
import { ask, buildGraph } from '../src/agent/ask.ts';
import type { AgentParts } from '../src/agent/parts/parts.ts';
import { checkRequest } from '../src/agent/resolveRequest.ts';
import { saveRun } from '../src/agent/runs/runs.ts';
import { type Run } from '../src/agent/state/run.ts';
import { loadConfig } from '../src/config/config.ts';
import type { Database } from '../src/db/database.ts';
import { aliasesIn } from '../src/knowledge/curated/aliases.ts';
import { silentLog } from '../src/log.ts';
import { cachedEmbedder, type Embedder } from '../src/models/embedder.ts';
import { openModels } from '../src/models/openModels.ts';
import { createClock, now, timeEmbedder, timePool, type Clock, type Moment, type Wait } from './askClock.ts';
import { withCodes, type BenchQuestion } from './askQuestions.ts';
import { openBenchDatabase } from './benchDatabase.ts';
import { bagEmbedder } from './bagEmbedder.ts';
import { makeKnowledge, type MadeKnowledge } from './retrievalKnowledge.ts';
import { load } from './retrievalLoad.ts';
import { count, workspaceIdOf } from './retrievalStore.ts';

/** One question that was asked, and everything that was waited for. */
export interface Asked {
  readonly question: BenchQuestion;
  readonly run: Run;
  readonly from: Moment;
  /** When the run began, by the wall clock: its steps are timed from here. */
  readonly startedAt: number;
  readonly until: Moment;
  readonly waits: readonly Wait[];
}

export interface AskedApp {
  readonly knowledge: MadeKnowledge;
  readonly documents: number;
  ask(question: BenchQuestion): Promise<Asked>;
  close(): Promise<void>;
}

export interface AskedOptions {
  readonly folder: string;
  readonly chunks: number;
  readonly seed: number;
  readonly reload: boolean;
  readonly print: (text: string) => void;
}

const workspaceId = workspaceIdOf(0);

/** Assembles what the app runs for an `ask`, so that connection and embedder can be timed. Adds missing chunks. */
export async function openAsked(options: AskedOptions): Promise<AskedApp> {
  const clock = createClock();
  const { database } = await openTimed(options, clock);
  const models = await openModels({ ...loadConfig({}).models, chat: 'none' }, silentLog);
  const knowledge = withCodes(makeKnowledge(options.seed));
  const embedder = bagEmbedder(models.embedder);
  const documents = await fill(options, database, embedder, knowledge);
  const recorded: Run[] = [];
  const parts: AgentParts = {
    database,
    embedder: cachedEmbedder(timeEmbedder(embedder, clock)),
    chat: null,
    reranker: null,
    log: silentLog,
    aliasesIn: (workspace, question) => aliasesIn(database, workspace, question.text),
    saveRun: async (workspace, run) => {
      recorded.push(run);
      await saveRun(database, workspace, run);
    },
  };
  const graph = buildGraph(parts);
  return {
    knowledge,
    documents,
    ask: async (question) => {
      clock.take();
      recorded.length = 0;
      const from = now();
      const request = checkRequest(
        { workspaceId, accessGroups: null },
        { question: question.text, conversationId: question.conversationId },
      );
      for await (const event of ask(graph, parts, request))
        if (event.type === 'Failed') throw new Error(`${question.text} failed: ${event.message}`);
      const until = now();
      const [run] = recorded;
      if (!run || run.outcome === null) throw new Error(`${question.text} was not recorded.`);
      return { question, run, from, startedAt: request.startedAt, until, waits: clock.take() };
    },
    close: async () => {
      await models.close();
      await database.close();
    },
  };
}

async function openTimed({ folder, reload }: AskedOptions, clock: Clock): Promise<{ readonly database: Database }> {
  if (reload) await rm(folder, { recursive: true, force: true });
  return openBenchDatabase(folder, (pool) => timePool(pool, clock));
}

/** @returns the number of documents */
async function fill(
  { chunks, print }: AskedOptions,
  database: Database,
  embedder: Embedder,
  knowledge: MadeKnowledge,
): Promise<number> {
  const there = await count(database, workspaceId);
  if (there.chunks > 0 && there.chunks < chunks)
    throw new Error('What is there was not loaded to its end: run this with --reload.');
  if (there.chunks === 0) {
    const started = performance.now();
    let shown = started;
    await load({
      database,
      analyze: () => database.refreshStatistics(),
      knowledge,
      workspaceIds: [workspaceId],
      chunks,
      lanes: 1,
      embedder,
      onProgress: (stored) => {
        if (performance.now() - shown < 10_000) return;
        shown = performance.now();
        process.stderr.write(`loading: ${stored} chunks\n`);
      },
    });
    await database.refreshStatistics();
    print(`loaded in ${Math.round((performance.now() - started) / 1_000)} s`);
  }
  const { documents, chunks: stored, windows, postings } = await count(database, workspaceId);
  print(`${stored} chunks of ${documents} documents, ${windows} windows, ${postings} postings\n`);
  return documents;
}
