import { existsSync } from 'node:fs';
import { z } from 'zod';
import {
  type AdmissionConfig,
  admissionOf,
  type ConnectionConfig,
  connectionsOf,
  jsonSetting,
  type Limits,
  limitsSchema,
  wholeIn,
} from './limits.ts';
import { type JwtConfig, jwtSchema } from './jwt.ts';
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
const wholeNumber = (least: number, most?: number, what?: string) => wholeIn(z.coerce.number, least, most, what);
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
/** An address of an OpenAI-compatible server; a local one may hold a user name. */
const serverAddress = optionalText.refine(
  (url) => url === undefined || (URL.canParse(url) && /^https?:/.test(url)),
  'must be a URL that starts with http:// or https://',
);
const features = ['introspection', 'graphiql', 'mcp'] as const;
const featuresOff = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .pipe(z.array(z.enum(features, `must be of ${features.join(', ')}, separated by commas`)))
  .optional();

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
  CANDOR_LIMITS: jsonSetting(limitsSchema).optional(),
  CANDOR_DRAIN_SECONDS: wholeNumber(0, 600).default(0),
  CANDOR_OFF: featuresOff,
  CANDOR_CORS_ORIGINS: origins,
  CANDOR_TRUSTED_DOCUMENTS: optionalText,
  CANDOR_AUDIT: z.enum(['off', 'on', 'texts']).optional(),
  CANDOR_JWT: jsonSetting(jwtSchema).optional(),
  EMBEDDER: z
    .enum(['auto', 'english', 'multilingual', 'openai', 'transformers', 'builtin'])
    .default('auto')
    // The name of before there were two.
    .transform((name) => (name === 'builtin' ? 'auto' : name)),
  EMBEDDER_URL: serverAddress,
  EMBEDDER_MODEL: optionalText,
  EMBEDDER_API_KEY: optionalText,
  CHAT: z.enum(['none', 'openai']).default('none'),
  CHAT_URL: serverAddress,
  CHAT_MODEL: optionalText,
  CHAT_API_KEY: optionalText,
  RERANKER: z.enum(['none', 'cohere', 'tei', 'transformers', 'chat']).default('none'),
  RERANKER_URL: plainAddress,
  RERANKER_MODEL: optionalText,
  RERANKER_API_KEY: optionalText,
  READER: z.enum(['builtin', 'chat', 'http', 'none']).default('builtin'),
  READER_URL: plainAddress,
  READER_API_KEY: optionalText,
  ENTAILMENT: z.enum(['none', 'http', 'transformers', 'chat']).default('none'),
  ENTAILMENT_URL: plainAddress,
  ENTAILMENT_MODEL: optionalText,
  ENTAILMENT_API_KEY: optionalText,
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

/** Whether a script of package.json runs this process: npm sets the variable. */
export function isOfNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined;
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
  const { embedderApiKey, chatApiKey, reranker, reader, entailment } = config.models;
  return [
    config.metricsKey ?? '',
    ...Object.values(config.telemetry.headers),
    embedderApiKey ?? '',
    chatApiKey ?? '',
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

const contradictions: readonly Contradiction[] = [
  {
    keys: ['CANDOR_JWT', 'CANDOR_AUTH'],
    holds: ({ CANDOR_JWT, CANDOR_AUTH }) => CANDOR_JWT !== undefined && CANDOR_AUTH === 'local',
    problem: () => 'CANDOR_AUTH: must be keys with CANDOR_JWT; local mode asks for no token',
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
    keys: ['CHAT', 'CHAT_API_KEY', 'CHAT_URL'],
    holds: ({ CHAT, CHAT_API_KEY, CHAT_URL }) => CHAT === 'openai' && !CHAT_API_KEY && !CHAT_URL,
    problem: () => 'CHAT_API_KEY: needed for api.openai.com; a local server needs CHAT_URL instead',
  },
  {
    keys: ['EMBEDDER', 'EMBEDDER_API_KEY', 'EMBEDDER_URL'],
    holds: ({ EMBEDDER, EMBEDDER_API_KEY, EMBEDDER_URL }) =>
      EMBEDDER === 'openai' && !EMBEDDER_API_KEY && !EMBEDDER_URL,
    problem: () => 'EMBEDDER_API_KEY: needed for api.openai.com; a local server needs EMBEDDER_URL instead',
  },
  {
    keys: ['EMBEDDER', 'EMBEDDER_MODEL'],
    holds: ({ EMBEDDER, EMBEDDER_MODEL }) => (EMBEDDER === 'openai' || EMBEDDER === 'transformers') && !EMBEDDER_MODEL,
    problem: ({ EMBEDDER }) => `EMBEDDER_MODEL: needed with EMBEDDER=${EMBEDDER}`,
  },
  {
    keys: ['RERANKER', 'RERANKER_URL'],
    holds: ({ RERANKER, RERANKER_URL }) => (RERANKER === 'cohere' || RERANKER === 'tei') && !RERANKER_URL,
    problem: ({ RERANKER }) => `RERANKER_URL: needed with RERANKER=${RERANKER}`,
  },
  {
    keys: ['RERANKER', 'RERANKER_MODEL'],
    holds: ({ RERANKER, RERANKER_MODEL }) => !RERANKER_MODEL && (RERANKER === 'transformers' || RERANKER === 'cohere'),
    problem: ({ RERANKER }) => `RERANKER_MODEL: needed with RERANKER=${RERANKER}`,
  },
  ...(['RERANKER', 'ENTAILMENT'] as const).map((key) => ({
    keys: [key, 'CHAT'] as const,
    holds: (environment: Environment) => environment[key] === 'chat' && environment.CHAT === 'none',
    problem: () => `CHAT: needed with ${key}=chat`,
  })),
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

function pricesOf({ chatInputPrice: input, chatOutputPrice: output }: Limits): ModelsConfig['chatPrices'] {
  return input === undefined || output === undefined ? undefined : { input, output };
}

function modelsOf(environment: Environment, limits: Limits): ModelsConfig {
  const { RERANKER } = environment;
  return {
    embedder: environment.EMBEDDER,
    embedderModel: environment.EMBEDDER_MODEL,
    embedderUrl: environment.EMBEDDER_URL,
    embedderApiKey: environment.EMBEDDER_API_KEY,
    chat: environment.CHAT,
    chatModel: environment.CHAT_MODEL,
    chatUrl: environment.CHAT_URL,
    chatApiKey: environment.CHAT_API_KEY,
    chatPrices: pricesOf(limits),
    reranker: {
      kind: RERANKER === 'cohere' || RERANKER === 'tei' ? 'http' : RERANKER,
      url: environment.RERANKER_URL,
      apiKey: environment.RERANKER_API_KEY,
      model: environment.RERANKER_MODEL,
      style: RERANKER === 'tei' ? 'tei' : 'cohere',
    },
    reader: { kind: environment.READER, url: environment.READER_URL, apiKey: environment.READER_API_KEY },
    entailment: {
      kind: environment.ENTAILMENT,
      url: environment.ENTAILMENT_URL,
      apiKey: environment.ENTAILMENT_API_KEY,
      model: environment.ENTAILMENT_MODEL,
    },
  };
}

function toConfig(environment: Environment): Config {
  const limits = environment.CANDOR_LIMITS ?? limitsSchema.parse({});
  const off = new Set<string>(environment.CANDOR_OFF);
  const audit = environment.CANDOR_AUDIT ?? (environment.CANDOR_AUTH === 'keys' ? 'on' : 'off');
  return {
    port: environment.PORT,
    healthPort: environment.CANDOR_HEALTH_PORT,
    host: environment.HOST,
    dataFolder: environment.CANDOR_DATA,
    databaseUrl: environment.DATABASE_URL,
    auth: environment.CANDOR_AUTH,
    workspaceId: environment.CANDOR_WORKSPACE,
    loadSample: environment.CANDOR_SAMPLE,
    admission: admissionOf(limits, environment.CHAT !== 'none'),
    connections: connectionsOf(limits, environment.CANDOR_DRAIN_SECONDS),
    introspection: !off.has('introspection'),
    graphiql: !off.has('graphiql'),
    mcp: !off.has('mcp'),
    corsOrigins: (environment.CANDOR_CORS_ORIGINS ?? []).map((origin) => origin.toLowerCase()),
    trustedDocuments: environment.CANDOR_TRUSTED_DOCUMENTS ?? null,
    audit: { isOn: audit !== 'off', texts: audit === 'texts' },
    jwt: environment.CANDOR_JWT ?? null,
    logLevel: environment.LOG_LEVEL,
    hypotheticals: { perChunk: limits.hypotheticals, maxTokens: limits.hypotheticalTokens },
    fetchPrivate: limits.fetchPrivate,
    ocr: environment.CANDOR_OCR,
    telemetry: telemetryOf(environment, limits.traceSample),
    metricsKey: environment.CANDOR_METRICS_KEY,
    models: modelsOf(environment, limits),
  };
}
