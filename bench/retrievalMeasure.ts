import { z } from 'zod';
import type { Database } from '../src/db/database.ts';
import type { Statement } from '../src/db/statement.ts';
import type { Embedder } from '../src/models/embedder.ts';
import { presets, resolveSettings } from '../src/retrieval/presets.ts';
import { retrieve, type Retrieval } from '../src/retrieval/retrieve.ts';
import { cpuNow } from '../test/support/clocks.ts';
import { dimensions, type MadeQuestion } from './retrievalKnowledge.ts';
import { fingerprint } from './retrievalLoad.ts';
import { readQuestion } from '../src/retrieval/question/question.ts';

export interface Question extends MadeQuestion {
  readonly workspaceId: string;
  /** The key of the document that it was made from. */
  readonly about: string;
}

/** One statement that a retrieval sent. */
interface Call {
  readonly statement: Statement<unknown>;
  readonly values: readonly unknown[];
  readonly millis: number;
  readonly rows: number;
}

export interface Taken {
  readonly millis: number;
  /**
   * CPU time of this process: with the embedded database all of the work, even on a busy machine; with a server the
   * work of Node.
   */
  readonly cpuMillis: number;
}

/** One entry per question. */
export interface Timings {
  readonly retrieval: readonly Taken[];
  readonly bare: readonly Taken[];
}

export interface Watched {
  /** Each question with the arms' statements and their values. */
  readonly asked: readonly Asked[];
  /** Everything that the retrievals sent, by the statement's name. */
  readonly calls: ReadonlyMap<string, readonly Call[]>;
  readonly names: readonly string[];
  /**
   * Share of the questions whose own document was among the ten passages: a benchmark that finds nothing measures
   * nothing.
   */
  readonly found: number;
  /** Milliseconds of the first question of each workspace: it reads what a process keeps in memory. */
  readonly first: readonly number[];
}

export interface Asked {
  readonly question: Question;
  readonly arms: readonly Call[];
}

/**
 * The statement of each arm, by the beginning of its name: the first such call is the arm, a later one completes
 * scores.
 */
const armNames = ['retrieval.searchBm25', 'retrieval.searchVector'];

/** Returns each question's prepared vector at once: the measurement excludes the query embedding. */
function preparedEmbedder(question: Question): Embedder {
  return {
    fingerprint,
    dimensions,
    maxWords: 40,
    remote: false,
    embedDocuments: () => Promise.reject(new Error('nothing is embedded here')),
    embedQuery: () => Promise.resolve(question.vector),
    close: () => Promise.resolve(),
  };
}

const preset = presets.CANDOR;
const settings = resolveSettings(preset, { rerank: 'NEVER' });

/**
 * Runs one retrieval with the default preset.
 * @throws if an arm failed
 */
export async function ask(database: Database, question: Question): Promise<Retrieval> {
  const found = await retrieve(
    { database, embedder: preparedEmbedder(question) },
    {
      workspaceId: question.workspaceId,
      accessGroups: null,
      query: readQuestion(question.text, { language: 'en' }),
      preset,
      settings,
      filter: {},
      asOf: new Date(),
    },
  );
  if (found.degraded.length > 0)
    throw new Error(`degraded: ${found.degraded.map(({ part, message }) => `${part}: ${message}`).join(', ')}`);
  return found;
}

/** Asks each question once, unmeasured, and records the calls of the arms. */
export async function watch(database: Database, questions: readonly Question[]): Promise<Watched> {
  const calls = new Map<string, Call[]>();
  const asked: Asked[] = [];
  const first = new Map<string, number>();
  let found = 0;
  for (const question of questions) {
    const own: Call[] = [];
    const started = performance.now();
    const { passages } = await ask(noting(database, own), question);
    if (!first.has(question.workspaceId)) first.set(question.workspaceId, performance.now() - started);
    const arms = armNames.map((name) => own.find(({ statement }) => statement.name.startsWith(name)));
    const missing = armNames[arms.indexOf(undefined)];
    if (missing !== undefined)
      throw new Error(`No statement of the retrieval is named ${missing}: say in armNames what the arm is called now.`);
    asked.push({ question, arms: arms.filter((arm) => arm !== undefined) });
    for (const call of own) calls.set(call.statement.name, [...(calls.get(call.statement.name) ?? []), call]);
    if (passages.some(({ documentKey }) => documentKey === question.about)) found += 1;
  }
  return {
    asked,
    calls,
    names: [...new Set(asked.flatMap(({ arms }) => arms.map(({ statement }) => statement.name)))],
    found: found / questions.length,
    first: [...first.values()],
  };
}

function noting(database: Database, calls: Call[]): Database {
  return {
    ...database,
    inWorkspace: (workspaceId, work, options) =>
      database.inWorkspace(
        workspaceId,
        (transaction) =>
          work({
            query: async (statement, values) => {
              const started = performance.now();
              const rows = await transaction.query(statement, values);
              calls.push({
                statement: { ...statement, inOrder: (listed) => listed },
                values: statement.inOrder(values),
                millis: performance.now() - started,
                rows: rows.length,
              });
              return rows;
            },
          }),
        options,
      ),
  };
}

/** Sends the arms' statements, each in the transaction that it requires; the rows are not inspected. */
export async function bareArms(database: Database, { question, arms }: Asked): Promise<void> {
  const send = ({ statement, values }: Call) =>
    database.inWorkspace(question.workspaceId, (transaction) =>
      transaction.query({ ...statement, row: z.unknown() }, values),
    );
  if (database.kind === 'server') await Promise.all(arms.map(send));
  else for (const arm of arms) await send(arm);
}

async function timed(work: () => Promise<unknown>): Promise<Taken> {
  const started = performance.now();
  const cpu = cpuNow();
  await work();
  return { millis: performance.now() - started, cpuMillis: cpuNow() - cpu };
}

/**
 * Retrieval and bare arms alternate on each question, and in going first, so that caches and a machine that slows down
 * affect both equally.
 */
export async function measure(database: Database, asked: readonly Asked[], warmUp: number): Promise<Timings> {
  const retrieval: Taken[] = [];
  const bare: Taken[] = [];
  for (const [position, one] of asked.entries()) {
    const retrieves = async () => retrieval.push(await timed(() => ask(database, one.question)));
    const sends = async () => bare.push(await timed(() => bareArms(database, one)));
    for (const turn of position % 2 === 0 ? [retrieves, sends] : [sends, retrieves]) await turn();
  }
  return { retrieval: retrieval.slice(warmUp), bare: bare.slice(warmUp) };
}

/** The same with several clients, each with its own questions. */
export async function measureTogether(database: Database, asked: readonly Asked[], clients: number): Promise<Timings> {
  const lists = await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      measure(
        database,
        asked.filter((_one, position) => position % clients === client),
        0,
      ),
    ),
  );
  return { retrieval: lists.flatMap(({ retrieval }) => retrieval), bare: lists.flatMap(({ bare }) => bare) };
}
