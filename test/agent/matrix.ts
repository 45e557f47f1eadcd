import { onTestFinished, vi } from 'vitest';
import { ask, buildGraph } from '../../src/agent/ask.ts';
import type { AskEvent } from '../../src/agent/state/events.ts';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import { checkRequest } from '../../src/agent/resolveRequest.ts';
import { saveRun } from '../../src/agent/runs/runs.ts';
import type { Database } from '../../src/db/database.ts';
import { CandorError } from '../../src/errors.ts';
import { saveCurated } from '../../src/knowledge/curated/curated.ts';
import type { DocumentFacts, DocumentInput } from '../../src/knowledge/document.ts';
import { readVersions } from '../../src/knowledge/store/documents.ts';
import { silentLog } from '../../src/log.ts';
import { cancelled, pause } from '../../src/clock.ts';
import type { ChatModel } from '../../src/models/chat.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { openOpenaiChat } from '../../src/models/providers/openaiChat.ts';
import type { Reranker } from '../../src/models/reranker.ts';
import type { OpenTestDatabase } from '../support/database.ts';
import { startOpenaiServer, type ChatCall, type OpenaiServer, type ScriptedReply } from '../support/openaiServer.ts';
import { documents } from './bicycleKnowledge.ts';
import { answered, drain, expectProven } from './drain.ts';
import { openAgent, type OpenAgent } from './openAgent.ts';
import { loopNow } from '../support/clocks.ts';

/** Questions about the bicycle rental, by what comes of them without a chat model and a reader. */
export const asked = {
  confident: 'What does theft insurance cost?',
  /** CONFIDENT too, about something else. */
  cancelling: 'How many hours before the rental begins may a cargo bike be cancelled free of charge?',
  /** Two look-ups that rules part; never CONFIDENT. */
  joined: 'How much does theft insurance cost a day and when does the station at Harbour Square open?',
  /** Joins things in a way that no rule parts. */
  unparted: 'What are the opening time of the station at Harbour Square as well as the daily cost of theft insurance?',
  uncertain: 'How long does charging the battery take?',
  /** Compares, and no rule parts it. */
  comparison: 'Compared to the winter surcharge, what does theft insurance cost a day?',
  /** Below the gate, near enough to it for a model to be asked. */
  hopeful: 'What does theft insurance cost in Norway?',
  refused: 'Which bike would a Norwegian dentist paint for the emperor of Mongolia?',
  /** Asked after one about theft insurance, a few words that rules are unsure of. */
  followUp: 'brake repairs',
  /** What "it" is, nothing says. */
  unresolved: 'How long does it last?',
  outOfScope: 'Tell me a joke about bikes.',
  smallTalk: 'hello',
  nonsense: 'zxqv blorp wibble',
  curated: 'Who founded the bicycle rental?',
  conflict: 'How long does a refund take?',
  stale: 'What does the winter surcharge currently cost a day?',
} as const;

const page = (key: string, text: string, more: DocumentFacts = {}): DocumentInput => ({
  key,
  text,
  format: 'PLAIN_TEXT',
  ...more,
});
/** A contradiction, and a price list whose successor nobody has stored. */
const more = [
  page('north.txt', 'North branch. A refund takes as long as 5 days.'),
  page('south.txt', 'South branch. A refund takes as long as 9 days.'),
  page('winter-2024.txt', 'The winter surcharge costs 4 euros a day.', {
    title: 'Winter surcharge',
    supersededBy: 'winter-2025.txt',
  }),
];

/** Which part of the loop a chat call comes from. */
export type Asker = 'standalone' | 'plan' | 'reflect' | 'rerank' | 'write';
const openings: readonly (readonly [string, Asker])[] = [
  ['You word the last question', 'standalone'],
  ['You split a question', 'plan'],
  ['You judge whether passages', 'reflect'],
  ['You judge how well', 'rerank'],
  ['You answer a question', 'write'],
];

export function askerOf(call: ChatCall): Asker {
  const found = openings.find(([opening]) => call.messages[0]?.content.startsWith(opening));
  if (!found) throw new Error(`No node is known to ask: ${call.messages[0]?.content ?? ''}`);
  return found[1];
}

/** A run with how long it took as its caller sees it. */
export interface Finished {
  readonly outcome: Outcome;
  readonly millis: number;
}

/** The sentences that a prompt shows, by their numbers. */
export function shownSentences(call: ChatCall): ReadonlyMap<number, string> {
  return new Map(
    [...(call.messages[1]?.content ?? '').matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, number, text = '']) => [
      Number(number),
      text,
    ]),
  );
}

/** A model that does as it is told: judges the evidence good enough, leaves questions as they are, and names the first sentence. */
export function obliging(call: ChatCall, asker: Asker): ScriptedReply {
  const prompt = call.messages[1]?.content ?? '';
  const quote = /<passage number="1"[^\n]*>\n(?:#[^\n]*\n+)?([^<.]*\.)/.exec(prompt)?.[1]?.trim() ?? '';
  const question = JSON.parse(/Question: (".*")$/s.exec(prompt)?.[1] ?? '""') as string;
  return {
    json: {
      standalone: { question },
      plan: { queries: [] },
      reflect: { answerable: true, passage: 1, quote },
      rerank: { scores: [] },
      write: { sentences: [1], claims: [{ text: shownSentences(call).get(1) ?? '', sentences: [1] }], missing: null },
    }[asker],
  };
}

export interface StartOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds of the budget that are used up when the run begins: nothing has to be waited for. */
  readonly gone?: number;
}

/** The loop over the bicycle rental, with a scripted server behind its chat model. */
export interface Matrix {
  readonly agent: OpenAgent;
  readonly server: OpenaiServer;
  readonly chat: ChatModel;
  /** Without a chat model, and without a reader: what comes of a question hangs on words and meaning alone. */
  readonly parts: AgentParts;
  /** What the server replies. */
  script: (call: ChatCall, asker: Asker) => ScriptedReply;
  /** Which parts asked since `begin`, in order. */
  askers(): Asker[];
  begin(): void;
  start(
    question: string,
    request?: Partial<AskRequest>,
    changes?: Partial<AgentParts>,
    options?: StartOptions,
  ): AsyncGenerator<AskEvent, void, undefined>;
  run(
    question: string,
    request?: Partial<AskRequest>,
    changes?: Partial<AgentParts>,
    options?: StartOptions,
  ): Promise<Finished>;
  expectProven(outcome: Outcome): Promise<void>;
  close(): Promise<void>;
}

/** @param own a database of the file's own */
export async function openMatrix(own?: OpenTestDatabase): Promise<Matrix> {
  let begun = 0;
  const server = await startOpenaiServer({ chat: (call) => matrix.script(call, askerOf(call)) });
  const agent = await openAgent(own);
  const { database, embedder, workspaceId } = agent;
  const reader = { workspaceId, accessGroups: null };
  const parts: AgentParts = {
    database,
    embedder,
    chat: null,
    reranker: null,
    log: silentLog,
    aliasesIn: () => Promise.resolve([]),
    saveRun: (workspace, run) => saveRun(database, workspace, run),
  };
  await agent.take([...documents, ...more]);
  await saveCurated(database, embedder, workspaceId, {
    question: asked.curated,
    answer: 'Two sisters did, in a garage.',
  });
  const matrix: Matrix = {
    agent,
    server,
    parts,
    chat: openOpenaiChat({ serverUrl: server.url, apiKey: 'key-of-the-test', model: 'test' }),
    script: () => ({ status: 401 }),
    askers: () => server.chatCalls().slice(begun).map(askerOf),
    begin: () => {
      begun = server.chatCalls().length;
    },
    start(question, request = {}, changes = {}, { signal, gone = 0 } = {}) {
      // What is left stays left, on a busy machine too.
      if (gone > 0) standStill();
      const changed = { ...parts, ...changes };
      const resolved = checkRequest(reader, { question, ...request });
      return ask(buildGraph(changed), changed, { ...resolved, startedAt: resolved.startedAt - gone }, signal);
    },
    async run(question, request, changes, options = {}) {
      const started = loopNow() - (options.gone ?? 0);
      const last = (await drain(matrix.start(question, request, changes, options))).at(-1);
      if (last?.type !== 'Finished') throw new Error(`The run ended with ${JSON.stringify(last)}`);
      return { outcome: last.outcome, millis: loopNow() - started };
    },
    async expectProven(outcome) {
      if (outcome.type === 'Answer' && outcome.mode !== 'CURATED')
        await expectProven(answered(outcome), (ids) => readVersions(database, reader, ids));
    },
    async close() {
      await agent.close();
      await server.close();
    },
  };
  // The vendor's library and the first statements take their time, which no measured question should be charged with.
  await matrix.run(asked.confident);
  await matrix.run(asked.confident, {}, { chat: matrix.chat });
  return matrix;
}

/** The time of day and its timers, until the test is over. */
function standStill(): void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** A database that refuses the statements whose names match. @param from the first that it refuses, counted from 1 */
export function refusing(database: Database, names: RegExp, from = 1): Database {
  let asked = 0;
  const fault = () => Promise.reject(new CandorError('DATABASE_FAILED', 'The test refuses this statement.'));
  return {
    ...database,
    inWorkspace: (workspaceId, work, options) =>
      database.inWorkspace(
        workspaceId,
        (transaction) =>
          work({
            query: (statement, values) =>
              names.test(statement.name) && (asked += 1) >= from ? fault() : transaction.query(statement, values),
          }),
        options,
      ),
  };
}

/** An embedder whose queries take their time, and that stops when it is told to. */
export function slowEmbedder(embedder: Embedder, millis: number): Embedder {
  return {
    ...embedder,
    embedQuery: async (text, options = {}) =>
      pause(millis, options.signal, cancelled).then(() => embedder.embedQuery(text, options)),
  };
}

/** An embedder that fails from its n-th query on, counted from 1. */
export function failingEmbedder(embedder: Embedder, from = 1): Embedder {
  let asked = 0;
  return {
    ...embedder,
    embedQuery: (text, options) =>
      (asked += 1) >= from
        ? Promise.reject(new CandorError('MODEL_UNAVAILABLE', 'The embedder is gone.', { details: { status: 401 } }))
        : embedder.embedQuery(text, options),
  };
}

/** Keeps the order. */
export const calmReranker: Reranker = {
  id: 'test:calm',
  tokensFor: () => 0,
  score: (_question, texts) => Promise.resolve(texts.map((_, position) => 1 - position / texts.length)),
  close: () => Promise.resolve(),
};

/** What a run may take beyond its budget. */
export const slackMillis = 250;

/** Each part once, in alphabetical order. */
export const lost = ({ degraded }: Outcome): string[] => degraded.map(({ part }) => part).toSorted();
