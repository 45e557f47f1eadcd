import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export interface AdmissionConfig {
  /** Questions processed at once by this process. */
  readonly atOnce: number;
  /** Of these, how many may belong to one workspace. */
  readonly perWorkspace: number;
  /** How many questions of a workspace may wait for their turn. */
  readonly queued: number;
  /** How long a question may wait. */
  readonly waitMillis: number;
  /** Concurrent operations over one WebSocket. */
  readonly perSocket: number;
}

export interface ConnectionConfig {
  /** Connections open at once, of any kind. */
  readonly total: number;
  /** Of these, how many may come from one client address. */
  readonly perAddress: number;
  /** How long a WebSocket or a shared event stream may stay open without an operation. */
  readonly idleMillis: number;
  /** How long the server goes on answering after it was asked to stop, while /readyz already refuses. */
  readonly drainMillis: number;
}

/** A whole number in a range, of which a message says `what` it is. */
export const wholeIn = (
  number: typeof z.number,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
  what = 'a whole number',
) => {
  const message = `must be ${what} from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`;
  return number(message).int(message).min(least, message).max(most, message);
};
const whole = (least: number, most?: number) => wholeIn(z.number, least, most);
/** More than any system allows one process to open. */
const mostConnections = 1_000_000;
/** US dollars per million tokens. */
const price = z.number('must be a number').min(0).optional();

/** What CANDOR_LIMITS may contain; docs/configuration.md describes each entry. */
export const limitsSchema = z
  .strictObject({
    asks: whole(1).optional(),
    asksPerWorkspace: whole(1).optional(),
    askQueue: whole(0).default(32),
    askWaitMillis: whole(1, 120_000).default(5_000),
    operationsPerSocket: whole(1).default(16),
    connections: whole(1, mostConnections).default(1_000),
    connectionsPerAddress: whole(1, mostConnections).optional(),
    idleSeconds: whole(1, 86_400).default(600),
    hypotheticals: whole(0, 10).default(3),
    hypotheticalTokens: whole(0).default(200_000),
    fetchPrivate: z.boolean().default(false),
    traceSample: z.number('must be a number').min(0).max(1).default(1),
    chatInputPrice: price,
    chatOutputPrice: price,
  })
  .refine(
    ({ chatInputPrice, chatOutputPrice }) => (chatInputPrice === undefined) === (chatOutputPrice === undefined),
    'chatInputPrice and chatOutputPrice are needed together',
  );

export type Limits = z.infer<typeof limitsSchema>;

/**
 * A setting that is JSON itself, or names a file with it. A file is easier to read, and a container sets variables more
 * easily.
 */
export const jsonSetting = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .trim()
    .transform((text, context): z.output<Schema> => {
      const refuse = (message: string) => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      };
      if (!text.startsWith('{') && !existsSync(text)) return refuse(`there is no file ${text}`);
      let given: unknown;
      try {
        given = JSON.parse(text.startsWith('{') ? text : readFileSync(text, 'utf8'));
      } catch {
        return refuse('must be a JSON object, or the path of a file with one');
      }
      const parsed = schema.safeParse(given);
      if (parsed.success) return parsed.data;
      const problems = parsed.error.issues.map(({ path, message }) =>
        [path.join('.'), message].filter(Boolean).join(' '),
      );
      return refuse(problems.join(', '));
    });

/** One address may use half of the connections by default, so that no single client can use them all. */
export function connectionsOf(limits: Limits, drainSeconds: number): ConnectionConfig {
  const perAddress = limits.connectionsPerAddress ?? Math.ceil(limits.connections / 2);
  return {
    total: limits.connections,
    perAddress: Math.min(perAddress, limits.connections),
    idleMillis: limits.idleSeconds * 1_000,
    drainMillis: drainSeconds * 1_000,
  };
}

/** A question keeps two cores busy, except while it waits for a remote chat model. Only then do many at once help. */
export function admissionOf(limits: Limits, hasChat: boolean): AdmissionConfig {
  const atOnce = limits.asks ?? (hasChat ? 32 : 4);
  const perWorkspace = limits.asksPerWorkspace ?? Math.ceil(atOnce / 2);
  return {
    atOnce,
    perWorkspace: Math.min(perWorkspace, atOnce),
    queued: limits.askQueue,
    waitMillis: limits.askWaitMillis,
    perSocket: limits.operationsPerSocket,
  };
}
