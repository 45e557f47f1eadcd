import { Agent } from 'node:http';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { groupBy, percentile } from '../src/stats.ts';
import { sendHttp } from './askedOverHttp.ts';
import type { ServedCandor } from './servedCandor.ts';

/** Users who repeat at once, whatever they are told. */
export interface Impatience {
  readonly users: number;
  readonly seconds: number;
  /** Of each question. */
  readonly budgetMillis: number;
  /** Between an end and the next question of a user. */
  readonly pauseMillis: number;
}

export interface ImpatientFigures {
  readonly answers: number;
  readonly withoutRecord: number;
  readonly p50: number | null;
  readonly p95: number | null;
  /** Other ends, by status and code. */
  readonly others: ReadonlyMap<string, number>;
  readonly slowestReadyz: number;
  /** What this process, the load, took of all processors, 0 to 1. */
  readonly loadShare: number;
}

const query =
  'query ($question: String!, $maxMillis: Int!) { ask(input: { question: $question, budget: { maxMillis: $maxMillis } }) { __typename ... on Outcome { id run { id } } } }';
const reply = z.object({
  data: z.object({ ask: z.object({ run: z.object({ id: z.string() }).nullish() }).nullish() }).nullish(),
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }).partial().optional() })).optional(),
});

interface End {
  readonly millis: number;
  /** Undefined: it was answered. */
  readonly other?: string;
  readonly hasRecord?: boolean;
}

/** Asks in a closed loop, and probes /readyz beside it. */
export async function askImpatiently(
  { url, secrets }: Pick<ServedCandor, 'url' | 'secrets'>,
  questions: readonly string[],
  { users, seconds, budgetMillis, pauseMillis }: Impatience,
): Promise<ImpatientFigures> {
  const agent = new Agent({ keepAlive: true });
  const [began, cpuBefore] = [performance.now(), process.cpuUsage()];
  const until = began + seconds * 1_000;
  const askOnce = async (question: string, secret: string): Promise<End> => {
    const from = performance.now();
    const body = JSON.stringify({ query, variables: { question, maxMillis: budgetMillis } });
    const other = await sendHttp({ url: `${url}/graphql`, agent, secret, body }).then(endOf, (error: unknown) => ({
      other: String((error as NodeJS.ErrnoException).code ?? error),
    }));
    return { ...other, millis: performance.now() - from };
  };
  const ends: End[] = [];
  const user = async (index: number) => {
    for (let turn = index; performance.now() < until; turn += users) {
      ends.push(await askOnce(questions[turn % questions.length] ?? '', secrets[index % secrets.length] ?? ''));
      await wait(pauseMillis);
    }
  };
  const probing = slowestProbe(`${url}/readyz`, until);
  await Promise.all(Array.from({ length: users }, (_, index) => user(index)));
  const slowestReadyz = await probing;
  const { user: own, system } = process.cpuUsage(cpuBefore);
  agent.destroy();
  return {
    ...figuresOf(ends),
    slowestReadyz,
    loadShare: (own + system) / 1_000 / (performance.now() - began) / cpus().length,
  };
}

function endOf({ status, text }: { readonly status: number; readonly text: string }): Omit<End, 'millis'> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { other: `${status} without JSON` };
  }
  const { data, errors } = reply.parse(json);
  if (data?.ask) return { hasRecord: Boolean(data.ask.run) };
  const code = errors?.[0]?.extensions?.code;
  // The answer was there, and `run` was not.
  return code === 'NOT_FOUND' ? { hasRecord: false } : { other: `${status} ${code ?? 'no code'}` };
}

/** Pure, for the test. */
export function figuresOf(ends: readonly End[]): Omit<ImpatientFigures, 'slowestReadyz' | 'loadShare'> {
  const answered = ends.filter(({ other }) => other === undefined);
  const millis = answered.map((end) => end.millis);
  const others = groupBy(
    ends.filter(({ other }) => other !== undefined),
    ({ other = '' }) => other,
  );
  return {
    answers: answered.length,
    withoutRecord: answered.filter(({ hasRecord }) => hasRecord !== true).length,
    p50: percentile(millis, 0.5),
    p95: percentile(millis, 0.95),
    others: new Map([...others].map(([what, those]) => [what, those.length])),
  };
}

async function slowestProbe(url: string, until: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let slowest = 0;
  while (performance.now() < until) {
    const from = performance.now();
    const isAnswered = await sendHttp({ url, agent }).then(
      () => true,
      () => false,
    );
    slowest = Math.max(slowest, isAnswered ? performance.now() - from : Infinity);
    await wait(250);
  }
  agent.destroy();
  return slowest;
}
