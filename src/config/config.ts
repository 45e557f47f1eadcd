import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type AdmissionConfig, type ConnectionConfig, connectionEnvironment, connectionsOf } from './limits.ts';
import { jwtEnvironment, jwtKeys, jwtOf, jwtProblem, type JwtConfig } from './jwt.ts';
import { CandorError } from '../errors.ts';
import type { ModelsConfig } from './models.ts';
import { telemetryKeys, telemetryOf, type TelemetryConfig } from './telemetry.ts';

const flag = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on');
/** A user name and password in an address would be shown wherever the address is; fetch rejects them too. */
const isPlainAddress = (text: string) =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).username === '' && new URL(text).password === '';
const optionalText = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional();
const plainAddress = optionalText.refine(
  (url) => url === undefined || isPlainAddress(url),
  'must be a URL that starts with http:// or https://, without user name and password',
);
const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER, what = 'a whole number') => {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  const message = `must be ${what} ${range}`;
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
};
const count = wholeNumber(1);
/** Origins as browsers send them, separated by commas. */
const origins = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim().replace(/\/$/, ''))
      .filter((entry) => entry !== ''),
  )
  .refine(
    (list) => list.every((entry) => isPlainAddress(entry) && new URL(entry).origin === entry.toLowerCase()),
    'must be origins such as https://app.example.com, separated by commas, without a path',
  )
  .optional();
/** A language by its Tesseract code (eng, deu, chi_sim); `off` for none. */
const ocrLanguage = z
  .string()
  .trim()
  .regex(/^(?:off|[a-z]{3}(?:_[a-z]+)?)$/, 'must be off, or the code of one language such as eng, deu or chi_sim')
  .default('off')
  .transform((language) => (language === 'off' ? undefined : language));
/** US dollars per million tokens. */
const price = z.coerce.number('must be a number').min(0).optional();

/** One entry per environment key. This is the only list of them; .env.example is tested against it. */
export const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535, 'a port').default(4000),
  CANDOR_HEALTH_PORT: wholeNumber(0, 65_535, 'a port').optional(),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  CANDOR_DATA: z.string().trim().min(1).default('.candor'),
  DATABASE_URL: optionalText.refine(
    (url) => url === undefined || /^postgres(ql)?:\/\/(?!.*[?&]target_session_attrs=\w*(?:only|standby))/.test(url),
    'must start with postgres:// or postgresql://, and ask for no standby',
  ),
  CANDOR_AUTH: z.enum(['local', 'keys']).default('local'),
  CANDOR_WORKSPACE: z.uuid().default('01900000-0000-7000-8000-000000000001'),
  CANDOR_SAMPLE: flag('on'),
  CANDOR_ASKS: count.optional(),
  CANDOR_ASKS_PER_WORKSPACE: count.optional(),
  CANDOR_ASK_QUEUE: wholeNumber(0).default(32),
  CANDOR_ASK_WAIT_MILLIS: wholeNumber(1, 120_000).default(5_000),
  CANDOR_OPERATIONS_PER_SOCKET: count.default(16),
  ...connectionEnvironment,
  CANDOR_INTROSPECTION: flag('on'),
  CANDOR_GRAPHIQL: flag('on'),
  CANDOR_MCP: flag('on'),
  CANDOR_CORS_ORIGINS: origins,
  CANDOR_TRUSTED_DOCUMENTS: optionalText,
  CANDOR_AUDIT: z.enum(['on', 'off']).optional(),
  CANDOR_AUDIT_TEXTS: flag('off'),
  ...jwtEnvironment,
  EMBEDDER: z.enum(['builtin', 'openai', 'transformers']).default('builtin'),
  EMBEDDING_MODEL: optionalText,
  CHAT: z.enum(['none', 'openai']).default('none'),
  CHAT_MODEL: optionalText,
  CHAT_INPUT_PRICE: price,
  CHAT_OUTPUT_PRICE: price,
  OPENAI_BASE_URL: optionalText.refine(
    (url) => url === undefined || (URL.canParse(url) && /^https?:/.test(url)),
    'must be a URL that starts with http:// or https://',
  ),
  OPENAI_API_KEY: optionalText,
  RERANKER: z.enum(['none', 'http', 'transformers', 'chat']).default('none'),
  RERANKER_URL: plainAddress,
  RERANKER_API_KEY: optionalText,
  RERANKER_MODEL: optionalText,
  RERANKER_STYLE: z.enum(['cohere', 'tei']).default('cohere'),
  READER: z.enum(['builtin', 'chat', 'http', 'none']).default('builtin'),
  READER_URL: plainAddress,
  READER_API_KEY: optionalText,
  ENTAILMENT: z.enum(['none', 'http', 'transformers']).default('none'),
  ENTAILMENT_URL: plainAddress,
  ENTAILMENT_API_KEY: optionalText,
  ENTAILMENT_MODEL: optionalText,
  CANDOR_HYPOTHETICALS: wholeNumber(0, 10).default(3),
  CANDOR_HYPOTHETICAL_TOKENS: wholeNumber(0).default(200_000),
  CANDOR_FETCH_PRIVATE: flag('off'),
  CANDOR_OCR: ocrLanguage,
  ...telemetryKeys,
  CANDOR_METRICS_KEY: optionalText.refine(
    (key) => key === undefined || /^\S{16,}$/.test(key),
    'must have at least 16 characters, without spaces',
  ),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type EnvironmentKey = keyof z.infer<typeof environmentSchema>;

export interface Config {
  readonly port: number;
  readonly healthPort: number | undefined;
  readonly host: string;
  readonly dataFolder: string;
  /** Undefined: the embedded database in `dataFolder`. */
  readonly databaseUrl: string | undefined;
  /** `local`: no API key is needed, and the server listens on loopback only. `keys`: every request needs an API key. */
  readonly auth: 'local' | 'keys';
  /** The workspace of the command line and of local mode. */
  readonly workspaceId: string;
  readonly loadSample: boolean;
  readonly admission: AdmissionConfig;
  readonly connections: ConnectionConfig;
  /** Whether the schema can be queried over GraphQL. Without it, error messages do not suggest field names either. */
  readonly introspection: boolean;
  readonly graphiql: boolean;
  /** Whether the Model Context Protocol is served at /mcp. */
  readonly mcp: boolean;
  /** The origins of web pages that may call this server from a browser, in lower case. */
  readonly corsOrigins: readonly string[];
  /** A manifest of the only operations that callers without an admin key may run; null: any operation. */
  readonly trustedDocuments: string | null;
  readonly audit: {
    /** Whether the actions of callers are recorded. */
    readonly isOn: boolean;
    /** Whether the text of questions is kept along with its hash. */
    readonly texts: boolean;
  };
  /** Tokens of an identity provider; null: API keys only. */
  readonly jwt: JwtConfig | null;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly models: ModelsConfig;
  readonly telemetry: TelemetryConfig;
  readonly metricsKey: string | undefined;
  /** The number of questions that the chat model writes for each chunk; 0: none. */
  readonly hypotheticals: { readonly perChunk: number; readonly maxTokens: number };
  /** Whether documents may be fetched from addresses inside the private network. */
  readonly fetchPrivate: boolean;
  /** The Tesseract code of the language for text recognition in scanned pages and pictures; undefined: off. */
  readonly ocr: string | undefined;
}

type Environment = z.infer<typeof environmentSchema>;

/** Switches of LangChain's tracing, which sends questions and passages to a third party (786 KB for one question). */
const tracingSwitches = [
  'LANGSMITH_TRACING',
  'LANGSMITH_TRACING_V2',
  'LANGCHAIN_TRACING',
  'LANGCHAIN_TRACING_V2',
] as const;

/** Turns third-party tracing off for this process: data only leaves the machine in calls to configured models. */
export function refuseTracing(): void {
  for (const name of tracingSwitches) process.env[name] = 'false';
}

/**
 * Keeps ONNX Runtime from reporting to its maker (docs/security.md). It reads the variable as the process opens its first
 * model. Call it in the main thread: the environment of another is a copy, which native code does not see.
 */
export function refuseOnnxReports(): void {
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
}

/** Reads `.env` from the working folder if it exists. Variables that are already set keep their values. */
export function loadEnvironmentFile(path = '.env'): void {
  if (existsSync(path)) process.loadEnvFile(path);
}

/**
 * Parses the environment once. Empty values count as unset.
 * @throws CandorError BAD_CONFIG that names all bad keys at once.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [key, value?.trim() || undefined] as const),
  );
  const parsed = environmentSchema.safeParse(given);
  const issues = parsed.success ? [] : parsed.error.issues;
  const bad = new Set(issues.map((issue) => String(issue.path[0])));
  // Without its bad keys, the environment parses, so contradictions among the good keys are reported too.
  const usable = parsed.success
    ? parsed.data
    : environmentSchema.parse(Object.fromEntries(Object.entries(given).filter(([key]) => !bad.has(key))));
  const contradictory = contradictions.filter(({ keys, holds }) => holds(usable) && !keys.some((key) => bad.has(key)));
  const problems = [
    ...new Set(issues.map((issue) => `${issue.path.join('.')}: ${issue.message}${shown(issue, given)}`)),
    ...contradictory.map(({ problem }) => problem(usable)),
  ];
  if (problems.length > 0)
    throw new CandorError('BAD_CONFIG', `The environment is not usable: ${problems.join('; ')}`, {
      details: { problems },
    });
  return toConfig(usable);
}

/** The rejected value of a number or port. Other values may be secrets and are not shown. */
function shown({ path, message }: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const value = given[String(path[0])];
  return value !== undefined && /^must be a (?:whole number|port) from/.test(message) ? ` (got "${value}")` : '';
}

/** The parts of the configuration that must never be shown. `createLog` redacts them in every line. */
export function secretsOf(config: Config): string[] {
  const [, password = ''] = /^\w+:\/\/[^:@/?]*:([^/?]*)@/.exec(config.databaseUrl ?? '') ?? [];
  const { openaiApiKey, reranker, reader, entailment } = config.models;
  return [
    config.metricsKey ?? '',
    ...Object.values(config.telemetry.headers),
    openaiApiKey ?? '',
    ...[reranker, reader, entailment].map(({ apiKey }) => apiKey ?? ''),
    password,
    decoded(password),
  ].filter((secret) => secret !== '');
}

/** A stray % is not an encoding: the text is then used as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Keys that are valid on their own but contradict each other. Reported only if all of its keys are valid. */
interface Contradiction {
  readonly keys: readonly EnvironmentKey[];
  readonly holds: (environment: Environment) => boolean;
  readonly problem: (environment: Environment) => string;
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '::1']);
const asksOpenai = (environment: Environment) => environment.CHAT === 'openai' || environment.EMBEDDER === 'openai';

const contradictions: readonly Contradiction[] = [
  {
    keys: [...jwtKeys, 'CANDOR_AUTH'],
    holds: (environment) => jwtProblem(environment) !== undefined,
    problem: (environment) => jwtProblem(environment) ?? '',
  },
  {
    keys: ['HOST', 'CANDOR_AUTH'],
    holds: ({ HOST, CANDOR_AUTH }) => CANDOR_AUTH === 'local' && !loopbackHosts.has(HOST),
    problem: ({ HOST }) =>
      `HOST: ${HOST} is not a loopback address, and CANDOR_AUTH=local asks for no key; set CANDOR_AUTH=keys to listen beyond this machine`,
  },
  {
    keys: ['CHAT', 'CHAT_MODEL'],
    holds: ({ CHAT, CHAT_MODEL }) => CHAT === 'openai' && !CHAT_MODEL,
    problem: () => 'CHAT_MODEL: needed with CHAT=openai',
  },
  {
    keys: ['CHAT_INPUT_PRICE', 'CHAT_OUTPUT_PRICE'],
    holds: ({ CHAT_INPUT_PRICE, CHAT_OUTPUT_PRICE }) =>
      (CHAT_INPUT_PRICE === undefined) !== (CHAT_OUTPUT_PRICE === undefined),
    problem: ({ CHAT_INPUT_PRICE }) =>
      CHAT_INPUT_PRICE === undefined
        ? 'CHAT_INPUT_PRICE: needed with CHAT_OUTPUT_PRICE'
        : 'CHAT_OUTPUT_PRICE: needed with CHAT_INPUT_PRICE',
  },
  {
    keys: ['CHAT', 'EMBEDDER', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
    holds: (environment) => asksOpenai(environment) && !environment.OPENAI_API_KEY && !environment.OPENAI_BASE_URL,
    problem: () => 'OPENAI_API_KEY: needed for api.openai.com; a local server needs OPENAI_BASE_URL instead',
  },
  {
    keys: ['EMBEDDER', 'EMBEDDING_MODEL'],
    holds: ({ EMBEDDER, EMBEDDING_MODEL }) => EMBEDDER !== 'builtin' && !EMBEDDING_MODEL,
    problem: ({ EMBEDDER }) => `EMBEDDING_MODEL: needed with EMBEDDER=${EMBEDDER}`,
  },
  {
    keys: ['RERANKER', 'RERANKER_URL'],
    holds: ({ RERANKER, RERANKER_URL }) => RERANKER === 'http' && !RERANKER_URL,
    problem: () => 'RERANKER_URL: needed with RERANKER=http',
  },
  {
    keys: ['RERANKER', 'RERANKER_MODEL', 'RERANKER_STYLE'],
    holds: ({ RERANKER, RERANKER_MODEL, RERANKER_STYLE }) =>
      !RERANKER_MODEL && (RERANKER === 'transformers' || (RERANKER === 'http' && RERANKER_STYLE === 'cohere')),
    problem: ({ RERANKER }) => `RERANKER_MODEL: needed with RERANKER=${RERANKER}`,
  },
  {
    keys: ['RERANKER', 'CHAT'],
    holds: ({ RERANKER, CHAT }) => RERANKER === 'chat' && CHAT === 'none',
    problem: () => 'CHAT: needed with RERANKER=chat',
  },
  {
    keys: ['READER', 'READER_URL'],
    holds: ({ READER, READER_URL }) => READER === 'http' && !READER_URL,
    problem: () => 'READER_URL: needed with READER=http',
  },
  {
    keys: ['ENTAILMENT', 'ENTAILMENT_URL'],
    holds: ({ ENTAILMENT, ENTAILMENT_URL }) => ENTAILMENT === 'http' && !ENTAILMENT_URL,
    problem: () => 'ENTAILMENT_URL: needed with ENTAILMENT=http',
  },
  {
    keys: ['ENTAILMENT', 'ENTAILMENT_MODEL'],
    holds: ({ ENTAILMENT, ENTAILMENT_MODEL }) => ENTAILMENT === 'transformers' && !ENTAILMENT_MODEL,
    problem: () => 'ENTAILMENT_MODEL: needed with ENTAILMENT=transformers',
  },
];

function pricesOf({ CHAT_INPUT_PRICE: input, CHAT_OUTPUT_PRICE: output }: Environment): ModelsConfig['chatPrices'] {
  return input === undefined || output === undefined ? undefined : { input, output };
}

/** A question keeps two cores busy, except while it waits for a remote chat model. Only then do many at once help. */
function admissionOf(environment: Environment): AdmissionConfig {
  const atOnce = environment.CANDOR_ASKS ?? (environment.CHAT === 'none' ? 4 : 32);
  const perWorkspace = environment.CANDOR_ASKS_PER_WORKSPACE ?? Math.ceil(atOnce / 2);
  return {
    atOnce,
    perWorkspace: Math.min(perWorkspace, atOnce),
    queued: environment.CANDOR_ASK_QUEUE,
    waitMillis: environment.CANDOR_ASK_WAIT_MILLIS,
    perSocket: environment.CANDOR_OPERATIONS_PER_SOCKET,
  };
}

function toConfig(environment: Environment): Config {
  return {
    port: environment.PORT,
    healthPort: environment.CANDOR_HEALTH_PORT,
    host: environment.HOST,
    dataFolder: environment.CANDOR_DATA,
    databaseUrl: environment.DATABASE_URL,
    auth: environment.CANDOR_AUTH,
    workspaceId: environment.CANDOR_WORKSPACE,
    loadSample: environment.CANDOR_SAMPLE,
    admission: admissionOf(environment),
    connections: connectionsOf(environment),
    introspection: environment.CANDOR_INTROSPECTION,
    graphiql: environment.CANDOR_GRAPHIQL,
    mcp: environment.CANDOR_MCP,
    corsOrigins: (environment.CANDOR_CORS_ORIGINS ?? []).map((origin) => origin.toLowerCase()),
    trustedDocuments: environment.CANDOR_TRUSTED_DOCUMENTS ?? null,
    audit: {
      isOn: environment.CANDOR_AUDIT ? environment.CANDOR_AUDIT === 'on' : environment.CANDOR_AUTH === 'keys',
      texts: environment.CANDOR_AUDIT_TEXTS,
    },
    jwt: jwtOf(environment),
    logLevel: environment.LOG_LEVEL,
    hypotheticals: { perChunk: environment.CANDOR_HYPOTHETICALS, maxTokens: environment.CANDOR_HYPOTHETICAL_TOKENS },
    fetchPrivate: environment.CANDOR_FETCH_PRIVATE,
    ocr: environment.CANDOR_OCR,
    telemetry: telemetryOf(environment),
    metricsKey: environment.CANDOR_METRICS_KEY,
    models: {
      embedder: environment.EMBEDDER,
      embeddingModel: environment.EMBEDDING_MODEL,
      chat: environment.CHAT,
      chatModel: environment.CHAT_MODEL,
      chatPrices: pricesOf(environment),
      openaiBaseUrl: environment.OPENAI_BASE_URL,
      openaiApiKey: environment.OPENAI_API_KEY,
      reranker: {
        kind: environment.RERANKER,
        url: environment.RERANKER_URL,
        apiKey: environment.RERANKER_API_KEY,
        model: environment.RERANKER_MODEL,
        style: environment.RERANKER_STYLE,
      },
      reader: { kind: environment.READER, url: environment.READER_URL, apiKey: environment.READER_API_KEY },
      entailment: {
        kind: environment.ENTAILMENT,
        url: environment.ENTAILMENT_URL,
        apiKey: environment.ENTAILMENT_API_KEY,
        model: environment.ENTAILMENT_MODEL,
      },
    },
  };
}
