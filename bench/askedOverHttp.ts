import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../src/stats.ts';
import type { ServedCandor } from './servedCandor.ts';

/** How a question over HTTP ended. */
export type AskEnd =
  | { readonly kind: 'outcome'; readonly type: string; readonly isDegraded: boolean }
  /** OVERLOADED, with the status and whether each of the two hints says when to retry. */
  | { readonly kind: 'refusal'; readonly status: number; readonly hasRetryAfter: boolean; readonly hasDetails: boolean }
  /** Anything else: a broken connection, a fault that is not a refusal, a response that is not GraphQL. */
  | { readonly kind: 'fault'; readonly what: string };

export interface AskedOnce {
  /** The index of its workspace. */
  readonly workspace: number;
  /** By performance.now(): when it was due to be sent, and when its response arrived. */
  readonly from: number;
  readonly until: number;
  readonly end: AskEnd;
}

export interface HttpReply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

interface Sent {
  readonly url: string;
  readonly agent: Agent;
  readonly secret?: string;
  readonly body?: string;
}

/** Sends one request: GET if there is no body. Rejects if the connection breaks, or after 60 s without a byte. */
export function sendHttp({ url, agent, secret, body }: Sent): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
    };
    const outgoing = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST', timeout: 60_000 });
    outgoing.on('timeout', () => outgoing.destroy(new Error('silent for 60 s')));
    outgoing.on('error', reject);
    outgoing.on('response', (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text }),
      );
    });
    outgoing.end(body);
  });
}

interface AskReply {
  readonly data?: {
    readonly ask?: { readonly __typename: string; readonly degraded?: readonly unknown[] } | null;
  } | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: {
      readonly code?: string;
      readonly details?: { readonly retryAfterSeconds?: number };
    };
  }[];
}

/** Returns how a question ended, from its response. */
export function readAskEnd({ status, retryAfter, text }: HttpReply): AskEnd {
  let reply: AskReply;
  try {
    reply = JSON.parse(text) as AskReply;
  } catch {
    return { kind: 'fault', what: `${status} without JSON` };
  }
  const asked = reply.data?.ask;
  if (asked) return { kind: 'outcome', type: asked.__typename, isDegraded: (asked.degraded ?? []).length > 0 };
  const extensions = reply.errors?.[0]?.extensions;
  if (extensions?.code !== 'OVERLOADED') return { kind: 'fault', what: `${status} ${extensions?.code ?? 'no code'}` };
  const hasDetails = (extensions.details?.retryAfterSeconds ?? 0) >= 1;
  return { kind: 'refusal', status, hasRetryAfter: Number(retryAfter) >= 1, hasDetails };
}

const query =
  'query ($question: String!) { ask(input: { question: $question }) { __typename ... on Outcome { id degraded { part } } } }';

export interface Asker {
  /** @param due when it should have been sent, so that waiting in this process counts too */
  ask(workspace: number, question: string, due?: number): Promise<AskedOnce>;
  /** Returns the milliseconds that /healthz took, over a separate connection; Infinity without a 200. */
  probe(): Promise<number>;
  close(): void;
}

/** The number of sockets is not limited, so that this process delays nothing. */
export function createAsker({ url, secrets }: Pick<ServedCandor, 'url' | 'secrets'>): Asker {
  const agent = new Agent({ keepAlive: true });
  const probeAgent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: async (workspace, question, due = performance.now()) => {
      const body = JSON.stringify({ query, variables: { question } });
      const end = await sendHttp({ url: `${url}/graphql`, agent, secret: secrets[workspace] ?? '', body }).then(
        readAskEnd,
        (error: unknown): AskEnd => ({ kind: 'fault', what: String((error as NodeJS.ErrnoException).code ?? error) }),
      );
      return { workspace, from: due, until: performance.now(), end };
    },
    probe: async () => {
      const from = performance.now();
      const status = await sendHttp({ url: `${url}/healthz`, agent: probeAgent }).then(
        (reply) => reply.status,
        () => 0,
      );
      return status === 200 ? performance.now() - from : Infinity;
    },
    close: () => {
      agent.destroy();
      probeAgent.destroy();
    },
  };
}

interface Load {
  readonly asker: Asker;
  readonly questions: readonly string[];
  readonly workspaces: number;
  readonly seconds: number;
}

/**
 * Closed loop: each client asks its next question when it has the response to the last. Clients are assigned to the
 * workspaces in turn; each workspace is asked the same questions in the same order.
 */
export async function askInClosedLoop(load: Load, clients: number): Promise<AskedOnce[]> {
  const { asker, questions, workspaces } = load;
  const end = performance.now() + load.seconds * 1_000;
  const asked: AskedOnce[] = [];
  const next = Array.from({ length: workspaces }, () => 0);
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const workspace = client % workspaces;
      while (performance.now() < end) {
        const turn = next[workspace] ?? 0;
        next[workspace] = turn + 1;
        asked.push(await asker.ask(workspace, questions[turn % questions.length] as string));
      }
    }),
  );
  return asked;
}

/**
 * Open loop: questions arrive by the clock, at random (Poisson) but identically for the same seed, whatever became of
 * earlier ones. Workspaces take turns with the same questions. Ends when every question has its response.
 */
export async function askInOpenLoop(load: Load, perSecond: number, seed: number) {
  const { asker, questions, workspaces, seconds } = load;
  const random = createRandom(seed);
  const began = performance.now();
  const end = began + seconds * 1_000;
  const asking: Promise<AskedOnce>[] = [];
  /** The milliseconds by which this process sent each question too late. */
  const late: number[] = [];
  for (let due = began; ;) {
    due -= (Math.log(1 - random()) * 1_000) / perSecond;
    if (due >= end) break;
    const left = due - performance.now();
    if (left > 1) await wait(left);
    late.push(Math.max(0, performance.now() - due));
    const index = asking.length;
    asking.push(
      asker.ask(index % workspaces, questions[Math.floor(index / workspaces) % questions.length] as string, due),
    );
  }
  return { began, asked: await Promise.all(asking), late };
}
