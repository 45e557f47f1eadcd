import { z } from 'zod';
import { CandorError } from './errors.ts';

const flag = (fallback: 'on' | 'off') =>
  z.enum(['on', 'off']).default(fallback).transform((value) => value === 'on');
const optionalText = z.string().trim().transform((value) => value || undefined).optional();

/** One entry an environment key: the only list of them; .env.example is tested against it. */
export const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  CANDOR_DATA: z.string().trim().min(1).default('.candor'),
  DATABASE_URL: optionalText.refine((url) => url === undefined || /^postgres(ql)?:\/\//.test(url), 'must start with postgres:// or postgresql://'),
  CANDOR_AUTH: z.enum(['local', 'keys']).default('local'),
  CANDOR_WORKSPACE: z.uuid().default('01900000-0000-7000-8000-000000000001'),
  CANDOR_SAMPLE: flag('on'),
  EMBEDDER: z.enum(['builtin', 'openai', 'transformers']).default('builtin'),
  EMBEDDING_MODEL: optionalText,
  CHAT: z.enum(['none', 'openai']).default('none'),
  CHAT_MODEL: optionalText,
  OPENAI_BASE_URL: optionalText.refine((url) => url === undefined || URL.canParse(url), 'must be a URL'),
  OPENAI_API_KEY: optionalText,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type EnvironmentKey = keyof z.infer<typeof environmentSchema>;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** Undefined: the embedded database in `dataFolder`. */
  readonly databaseUrl: string | undefined;
  /** `local`: no key is asked, and only loopback is listened on. `keys`: every door asks for an API key. */
  readonly auth: 'local' | 'keys';
  /** The workspace of the command line and of local mode. */
  readonly workspaceId: string;
  readonly loadSample: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly models: ModelsConfig;
}

export interface ModelsConfig {
  readonly embedder: 'builtin' | 'openai' | 'transformers';
  readonly embeddingModel: string | undefined;
  readonly chat: 'none' | 'openai';
  readonly chatModel: string | undefined;
  readonly openaiBaseUrl: string | undefined;
  readonly openaiApiKey: string | undefined;
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '::1']);

/**
 * Parses the environment once. Empty values count as unset.
 * @throws CandorError BAD_CONFIG that names every bad key at once.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(given);
  const problems = parsed.success
    ? contradictions(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (problems.length > 0 || !parsed.success) {
    throw new CandorError('BAD_CONFIG', `The environment is not usable: ${problems.join('; ')}`, { details: { problems } });
  }
  return toConfig(parsed.data);
}

function contradictions(environment: z.infer<typeof environmentSchema>): string[] {
  const problems: string[] = [];
  if (environment.CANDOR_AUTH === 'local' && !loopbackHosts.has(environment.HOST)) {
    problems.push(`HOST: ${environment.HOST} is not a loopback address, and CANDOR_AUTH=local asks for no key; set CANDOR_AUTH=keys to listen beyond this machine`);
  }
  if (environment.CHAT === 'openai' && !environment.CHAT_MODEL) problems.push('CHAT_MODEL: needed with CHAT=openai');
  const callsOpenai = environment.CHAT === 'openai' || environment.EMBEDDER === 'openai';
  if (callsOpenai && !environment.OPENAI_API_KEY && !environment.OPENAI_BASE_URL) {
    problems.push('OPENAI_API_KEY: needed for api.openai.com; a local server needs OPENAI_BASE_URL instead');
  }
  if (environment.EMBEDDER !== 'builtin' && !environment.EMBEDDING_MODEL) {
    problems.push(`EMBEDDING_MODEL: needed with EMBEDDER=${environment.EMBEDDER}`);
  }
  return problems;
}

function toConfig(environment: z.infer<typeof environmentSchema>): Config {
  return {
    port: environment.PORT,
    host: environment.HOST,
    dataFolder: environment.CANDOR_DATA,
    databaseUrl: environment.DATABASE_URL,
    auth: environment.CANDOR_AUTH,
    workspaceId: environment.CANDOR_WORKSPACE,
    loadSample: environment.CANDOR_SAMPLE,
    logLevel: environment.LOG_LEVEL,
    models: {
      embedder: environment.EMBEDDER,
      embeddingModel: environment.EMBEDDING_MODEL,
      chat: environment.CHAT,
      chatModel: environment.CHAT_MODEL,
      openaiBaseUrl: environment.OPENAI_BASE_URL,
      openaiApiKey: environment.OPENAI_API_KEY,
    },
  };
}
