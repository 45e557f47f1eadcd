import type { AskEvent } from '../../src/agent/state/events.ts';
import { openApp, type App } from '../../src/app/app.ts';
import { loadConfig, type Config } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/openDatabase.ts';
import { inMemory } from '../../src/db/openEmbedded.ts';
import { newId } from '../../src/db/statement.ts';
import { silentLog } from '../../src/log.ts';
import { openOpenaiEmbedder } from '../../src/models/providers/openaiEmbedder.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { startJsonServer } from '../support/jsonServer.ts';
import { startOpenaiServer, type ChatCall } from '../support/openaiServer.ts';
import { startRerankServer } from '../support/rerankServer.ts';
import { loopNow } from '../support/clocks.ts';
import { startFaultProxy, type Conduct, type FaultProxy } from './faultProxy.ts';

export const dependencies = ['postgres', 'embedder', 'chat', 'reader', 'reranker'] as const;
export type Dependency = (typeof dependencies)[number];

/** How one ask ended. */
export interface Ending {
  /** Answer, Clarification or Abstention; Failed for a fault. */
  readonly type: string;
  /** The code of a fault. */
  readonly code: string | null;
  readonly confidence: number;
  readonly tier: string;
  readonly degraded: readonly string[];
  /** By the event loop's clock: a machine that is busy elsewhere does not make it late. */
  readonly millis: number;
}

export interface FaultRig {
  readonly app: App;
  /** @param budgetMillis default `maxMillis` */
  ask(budgetMillis?: number): Promise<Ending>;
  /** How an ask ends without a fault, as soon as the machine lets it end whole. The confidence is the most that it has with a reader or without: one that is lost is one that nobody has. */
  askWhole(): Promise<Ending>;
  /** Whether /readyz would say so. */
  isReady(): Promise<boolean>;
  begin(dependency: Dependency, conduct: Conduct): Promise<void>;
  heal(dependency: Dependency): Promise<void>;
  close(): Promise<void>;
}

export const maxMillis = 2_500;
/** Of an ask that is to end whole, on a machine that is busy elsewhere. */
export const unhurriedMillis = 15_000;
/** How long after its deadline an ask may end. */
export const graceMillis = 250;
const question = 'How many hours before the rental begins may a cargo bike be cancelled free of charge?';
const proof = 'A rental of a cargo bike may be cancelled free of charge until 24 hours before it begins.';

/**
 * The real app over real servers, each behind a proxy of its own.
 * @param databaseUrl null: the embedded database, which no network reaches
 * @param snapshot what the embedded database begins as; left out: empty
 */
export async function openFaultRig(databaseUrl: string | null, snapshot?: Blob): Promise<FaultRig> {
  const [openai, embeddings, reading, reranking] = await Promise.all([
    startOpenaiServer({ chat: (call) => ({ json: replyTo(call) }) }),
    startOpenaiServer({ dimensions: 64 }),
    startJsonServer({ model: (body) => readAnswer(body as unknown as ReaderCall) }),
    startRerankServer(),
  ]);
  const targets: Readonly<Record<Dependency, string | null>> = {
    postgres: databaseUrl,
    embedder: embeddings.url,
    chat: openai.url,
    reader: reading.url,
    reranker: reranking.cohereUrl,
  };
  const proxies = new Map<Dependency, FaultProxy>();
  for (const name of dependencies) if (targets[name] !== null) proxies.set(name, await startFaultProxy(targets[name]));
  const through = (name: Dependency) => proxies.get(name)?.through(targets[name] ?? '') ?? '';
  const embedder = await openOpenaiEmbedder({ serverUrl: through('embedder'), apiKey: 'k', model: 'bag' });
  const config = configOf(databaseUrl === null ? undefined : through('postgres'), through);
  const database = await openDatabase({ ...config, ...(snapshot && { snapshot }) });
  const app = await openApp(config, { log: silentLog, opened: { database, embedder } });
  const unreading = {
    ...config,
    models: { ...config.models, reader: { ...config.models.reader, kind: 'none' as const } },
  };
  const withoutReader = await openApp(unreading, { log: silentLog, opened: { database, embedder } });
  const caller: Caller = { workspaceId: app.config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, 'faults');
  await app.ingest(caller, documents);
  const proxyOf = (dependency: Dependency) => {
    const proxy = proxies.get(dependency);
    if (!proxy) throw new Error(`There is no network before ${dependency}`);
    return proxy;
  };
  return {
    app,
    ask: (budgetMillis) => askOnce(app, caller, budgetMillis),
    askWhole: async () => {
      const [whole, unread] = [await askUntilWhole(app, caller), await askUntilWhole(withoutReader, caller)];
      return { ...whole, confidence: Math.max(whole.confidence, unread.confidence) };
    },
    isReady: async () => (await app.doctor({ callChat: false })).every(({ passed }) => passed),
    begin: (dependency, conduct) => proxyOf(dependency).begin(conduct),
    heal: (dependency) => proxyOf(dependency).heal(),
    close: async () => {
      for (const proxy of proxies.values()) await proxy.heal();
      await app.close();
      for (const proxy of proxies.values()) await proxy.close();
      await Promise.all([openai.close(), embeddings.close(), reading.close(), reranking.close()]);
    },
  };
}

function configOf(databaseUrl: string | undefined, through: (name: Dependency) => string): Config {
  const plain = loadConfig({ LOG_LEVEL: 'silent' });
  return {
    ...plain,
    databaseUrl,
    dataFolder: inMemory,
    workspaceId: newId(),
    models: {
      ...plain.models,
      chat: 'openai',
      chatModel: 'test',
      chatUrl: through('chat').replace(/\/$/, ''),
      chatApiKey: 'k',
      reader: { kind: 'http', url: through('reader'), apiKey: undefined },
      reranker: { kind: 'http', url: through('reranker'), apiKey: undefined, model: 'm', style: 'cohere' },
    },
  };
}

let asked = 0;

async function askOnce(app: App, caller: Caller, budgetMillis = maxMillis): Promise<Ending> {
  const began = loopNow();
  let last: AskEvent | undefined;
  asked += 1;
  // Never the same text twice: the vector of a question is remembered.
  const text = `${question}${'?'.repeat(asked % 300)}`;
  for await (const event of app.ask(caller, { question: text, budget: { maxMillis: budgetMillis } })) last = event;
  const millis = loopNow() - began;
  if (last?.type !== 'Finished')
    return {
      type: last?.type ?? 'nothing',
      code: last?.type === 'Failed' ? last.code : null,
      confidence: 0,
      tier: 'NONE',
      degraded: [],
      millis,
    };
  const { type, confidence, tier, degraded } = last.outcome;
  return { type, code: null, confidence: confidence.value, tier, degraded: degraded.map(({ part }) => part), millis };
}

/** A machine that is busy elsewhere spends the time of a first ask, or of ten. */
async function askUntilWhole(app: App, caller: Caller): Promise<Ending> {
  for (let tries = 0; tries < 30; tries += 1) {
    const ending = await askOnce(app, caller, unhurriedMillis);
    if (ending.degraded.length === 0) return ending;
  }
  throw new Error('No ask was whole, though nothing was broken');
}

const documents = [
  { key: 'terms.md', title: 'Rental terms', text: `# Rental terms\n\n${proof} A deposit is never taken.` },
  { key: 'insurance.md', title: 'Insurance', text: '# Insurance\n\nTheft insurance costs 3 euros a day.' },
  {
    key: 'stations.md',
    title: 'Stations',
    text: '# Stations\n\nThe station at Harbour Square opens at 7 in the morning.',
  },
] as const;

/** What a good model would write: the sentence, by the number under which it is shown; for other parts of the loop nothing. */
function replyTo({ messages }: ChatCall): object {
  if (!messages[0]?.content.startsWith('You answer a question')) return { queries: [] };
  const shown = (messages[1]?.content ?? '').split(/^\[(\d+)\] /m);
  const at = shown.findIndex((piece) => piece.includes('until 24 hours before it begins'));
  const number = Number(shown[at - 1] ?? 99);
  const text = shown[at]?.replace(/\n<\/passage>[\s\S]*$/, '').trim() ?? '';
  return { sentences: [number], claims: [{ text, sentences: [number] }], missing: null };
}

interface ReaderCall {
  readonly inputs: { readonly context: string };
}

function readAnswer({ inputs: { context } }: ReaderCall): object {
  const answer = '24 hours';
  const start = context.indexOf(answer);
  return start < 0
    ? { answer: '', score: 0.9, start: 0, end: 0 }
    : { answer, score: 0.97, start, end: start + answer.length };
}
