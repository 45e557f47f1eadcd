import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentSchema, loadConfig, secretsOf } from '../src/config/config.ts';
import { CandorError } from '../src/errors.ts';

type Environment = Record<string, string>;

/** The problems that an environment is refused for; empty when it is taken. */
function problemsOf(environment: Environment): unknown {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof CandorError)) throw error;
    expect(error.code).toBe('BAD_CONFIG');
    return error.details['problems'];
  }
}

/** The keys of .env.example with their values and the comment line right above each. */
function readExample(): { key: string; value: string; comment: string }[] {
  const lines = readFileSync(new URL('../.env.example', import.meta.url), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const [, key, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value, comment: lines[index - 1] ?? '' }];
  });
}

describe('loadConfig', () => {
  it('needs nothing: an empty environment is the documented default', () => {
    expect(loadConfig({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      dataFolder: '.candor',
      databaseUrl: undefined,
      auth: 'local',
      workspaceId: '01900000-0000-7000-8000-000000000001',
      loadSample: true,
      logLevel: 'info',
      admission: { atOnce: 4, perWorkspace: 2, queued: 32, waitMillis: 5_000, perSocket: 16 },
      connections: { total: 1_000, perAddress: 500, idleMillis: 600_000, drainMillis: 0 },
      introspection: true,
      graphiql: true,
      mcp: true,
      corsOrigins: [],
      trustedDocuments: null,
      audit: { isOn: false, texts: false },
      jwt: null,
      models: {
        embedder: 'auto',
        embedderModel: undefined,
        embedderUrl: undefined,
        embedderApiKey: undefined,
        chat: 'none',
        chatModel: undefined,
        chatUrl: undefined,
        chatApiKey: undefined,
        chatPrices: undefined,
        reranker: { kind: 'none', url: undefined, apiKey: undefined, model: undefined, style: 'cohere' },
        reader: { kind: 'builtin', url: undefined, apiKey: undefined },
        entailment: { kind: 'none', url: undefined, apiKey: undefined, model: undefined },
      },
      hypotheticals: { perChunk: 3, maxTokens: 200_000 },
      fetchPrivate: false,
      ocr: undefined,
      telemetry: { endpoint: undefined, headers: {}, serviceName: 'candor', sample: 1, withText: false },
      metricsKey: undefined,
    });
  });

  it('counts empty and blank values as unset', () => {
    const blank = Object.fromEntries(
      Object.keys(environmentSchema.shape).map((key, index) => [key, index % 2 ? '' : ' \t']),
    );
    expect(loadConfig(blank)).toEqual(loadConfig({}));
  });

  it('trims values, as a file with Windows line ends leaves a carriage return', () => {
    const config = loadConfig({
      PORT: '8080\r',
      EMBEDDER: 'openai\r',
      EMBEDDER_MODEL: ' small ',
      EMBEDDER_API_KEY: 'sk-abcdef\r',
    });
    expect(config).toMatchObject({
      port: 8080,
      models: { embedder: 'openai', embedderModel: 'small', embedderApiKey: 'sk-abcdef' },
    });
  });

  it('lets more questions in at once with a chat model, and no workspace more than the process', () => {
    expect(loadConfig({ CHAT: 'openai', CHAT_MODEL: 'm', CHAT_API_KEY: 'k' }).admission).toMatchObject({
      atOnce: 32,
      perWorkspace: 16,
    });
    expect(loadConfig({ CANDOR_LIMITS: '{"asks":3,"asksPerWorkspace":5,"askQueue":0}' }).admission).toMatchObject({
      atOnce: 3,
      perWorkspace: 3,
      queued: 0,
    });
  });

  it('reads limits from the setting itself or from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'candor-limits-'));
    const file = join(folder, 'limits.json');
    writeFileSync(file, '{ "idleSeconds": 60, "chatInputPrice": 1, "chatOutputPrice": 2 }');
    try {
      expect(loadConfig({ CANDOR_LIMITS: file })).toMatchObject({
        connections: { idleMillis: 60_000 },
        models: { chatPrices: { input: 1, output: 2 } },
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
    for (const [text, problem] of [
      ['no/such/file.json', 'there is no file no/such/file.json'],
      ['{"asks":', 'must be a JSON object'],
      ['{"asks":0,"askWaitMillis":"long"}', 'asks must be a whole number from 1, askWaitMillis must be'],
      ['{"askz":1}', 'askz'],
      ['{"chatInputPrice":1}', 'needed together'],
    ] as const)
      expect(problemsOf({ CANDOR_LIMITS: text })).toEqual([
        expect.stringMatching(new RegExp(`^CANDOR_LIMITS: .*${problem}`)),
      ]);
  });

  it('reads an identity provider from JSON, with defaults, and no symmetric algorithm', () => {
    const jwt = { issuer: 'https://id.example', audience: 'candor', jwksUrl: 'https://id.example/jwks.json' };
    const given = (changes: object) => ({ CANDOR_AUTH: 'keys', CANDOR_JWT: JSON.stringify({ ...jwt, ...changes }) });
    expect(loadConfig(given({ claims: { role: 'app.role' } })).jwt).toEqual({
      ...jwt,
      algorithms: ['RS256', 'ES256', 'EdDSA'],
      skewSeconds: 30,
      claims: { workspace: 'candor_workspace', role: 'app.role', groups: 'candor_groups' },
    });
    expect(problemsOf(given({ algorithms: ['HS256'] }))).toHaveLength(1);
    expect(problemsOf(given({ audience: '' }))).toHaveLength(1);
    expect(problemsOf({ ...given({}), CANDOR_AUTH: 'local' })).toEqual([expect.stringMatching('^CANDOR_AUTH: ')]);
  });

  it('switches features off by name', () => {
    expect(loadConfig({ CANDOR_OFF: 'introspection, mcp' })).toMatchObject({
      introspection: false,
      graphiql: true,
      mcp: false,
    });
    expect(problemsOf({ CANDOR_OFF: 'everything' })).toHaveLength(1);
  });

  it('takes origins as browsers send them, and nothing else', () => {
    expect(
      loadConfig({ CANDOR_CORS_ORIGINS: ' https://app.example.com, http://localhost:5173/ ,' }).corsOrigins,
    ).toEqual(['https://app.example.com', 'http://localhost:5173']);
    for (const text of [
      '*',
      'app.example.com',
      'https://app.example.com/path',
      'ftp://app.example.com',
      'https://user@app.example.com',
    ])
      expect(problemsOf({ CANDOR_CORS_ORIGINS: text })).toHaveLength(1);
  });

  it('takes a full server configuration', () => {
    const config = loadConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      CANDOR_AUTH: 'keys',
      DATABASE_URL: 'postgres://candor:secret@db:5432/candor',
      CANDOR_SAMPLE: 'off',
      CHAT: 'openai',
      CHAT_MODEL: 'local',
      CHAT_URL: 'http://127.0.0.1:11434/v1',
      CANDOR_LIMITS: '{"chatInputPrice":0.4,"chatOutputPrice":1.6}',
      LOG_LEVEL: 'debug',
    });
    expect(config).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      auth: 'keys',
      databaseUrl: 'postgres://candor:secret@db:5432/candor',
      loadSample: false,
      models: {
        chat: 'openai',
        chatModel: 'local',
        chatPrices: { input: 0.4, output: 1.6 },
        chatUrl: 'http://127.0.0.1:11434/v1',
      },
      logLevel: 'debug',
    });
  });
});

describe('what loadConfig refuses', () => {
  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://localhost/candor'],
    ['CANDOR_AUTH', 'none'],
    ['CANDOR_WORKSPACE', 'mine'],
    ['CANDOR_SAMPLE', 'true'],
    ['EMBEDDER', 'cohere'],
    ['CHAT', 'yes'],
    ['CHAT_URL', 'not a url'],
    ['EMBEDDER_URL', 'localhost:11434/v1'],
    ['LOG_LEVEL', 'verbose'],
    ['CANDOR_LIMITS', '{"chatInputPrice":-1,"chatOutputPrice":1}'],
    ['CANDOR_AUDIT', 'all'],
    ['RERANKER', 'jina'],
    ['RERANKER_URL', '127.0.0.1:8080/rerank'],
    ['RERANKER_URL', 'ftp://host/rerank'],
    ['RERANKER_URL', 'https://me:secret@host/rerank'],
    ['RERANKER_URL', 'https://'],
    ['READER', 'yes'],
    ['READER_URL', 'https://me:secret@host/qa'],
    ['ENTAILMENT', 'openai'],
    ['ENTAILMENT_URL', '127.0.0.1:8080/predict'],
  ])('%s=%s, by name', (key, value) => {
    expect(problemsOf({ [key]: value })).toEqual([expect.stringMatching(`^${key}: `)]);
  });

  it('names every bad key and every contradiction among the good ones at once', () => {
    const problems = problemsOf({
      PORT: 'http',
      LOG_LEVEL: 'loud',
      HOST: '0.0.0.0',
      CHAT: 'openai',
      EMBEDDER: 'transformers',
    });
    expect(problems).toEqual(
      ['PORT', 'LOG_LEVEL', 'HOST', 'CHAT_MODEL', 'CHAT_API_KEY', 'EMBEDDER_MODEL'].map((key): unknown =>
        expect.stringMatching(`^${key}: `),
      ),
    );
  });

  it('tells no contradiction that follows from a bad key', () => {
    expect(problemsOf({ CANDOR_AUTH: 'kees', HOST: '0.0.0.0' })).toEqual([expect.stringMatching('^CANDOR_AUTH: ')]);
    expect(problemsOf({ CHAT: 'openai', CHAT_MODEL: 'm', CHAT_URL: 'nowhere' })).toEqual([
      expect.stringMatching('^CHAT_URL: '),
    ]);
  });

  it.each(['0.0.0.0', '::', '192.168.1.10', 'candor.example.org'])(
    'HOST=%s without keys, as anyone could ask',
    (HOST) => {
      expect(problemsOf({ HOST })).toEqual([expect.stringContaining('CANDOR_AUTH=keys')]);
      expect(problemsOf({ HOST, CANDOR_AUTH: 'keys' })).toEqual([]);
    },
  );

  it.each(['127.0.0.1', 'localhost', '::1'])('but not HOST=%s, which only this machine reaches', (HOST) => {
    expect(problemsOf({ HOST })).toEqual([]);
  });

  it.each<[string, Environment, Environment]>([
    ['CHAT_MODEL', { CHAT: 'openai', CHAT_API_KEY: 'k' }, { CHAT_MODEL: 'm' }],
    ['CHAT_API_KEY', { CHAT: 'openai', CHAT_MODEL: 'm' }, { CHAT_API_KEY: 'k' }],
    ['EMBEDDER_API_KEY', { EMBEDDER: 'openai', EMBEDDER_MODEL: 'm' }, { EMBEDDER_URL: 'http://127.0.0.1:8000/v1' }],
    ['EMBEDDER_MODEL', { EMBEDDER: 'transformers' }, { EMBEDDER_MODEL: './model' }],
    ['RERANKER_URL', { RERANKER: 'cohere', RERANKER_MODEL: 'm' }, { RERANKER_URL: 'https://api.cohere.com/v2/rerank' }],
    ['RERANKER_URL', { RERANKER: 'tei' }, { RERANKER_URL: 'http://127.0.0.1:8080/rerank' }],
    ['RERANKER_MODEL', { RERANKER: 'cohere', RERANKER_URL: 'http://127.0.0.1:8080/rerank' }, { RERANKER: 'tei' }],
    ['RERANKER_MODEL', { RERANKER: 'transformers' }, { RERANKER_MODEL: './model' }],
    ['READER_URL', { READER: 'http' }, { READER_URL: 'http://127.0.0.1:8080/' }],
    ['ENTAILMENT_URL', { ENTAILMENT: 'http' }, { ENTAILMENT_URL: 'http://127.0.0.1:8080/predict' }],
    ['ENTAILMENT_MODEL', { ENTAILMENT: 'transformers' }, { ENTAILMENT_MODEL: './model' }],
    ['CHAT', { RERANKER: 'chat' }, { CHAT: 'openai', CHAT_MODEL: 'm', CHAT_API_KEY: 'k' }],
    ['CHAT', { ENTAILMENT: 'chat' }, { CHAT: 'openai', CHAT_MODEL: 'm', CHAT_API_KEY: 'k' }],
  ])('a missing %s with %j, until %j is added', (key, environment, mended) => {
    expect(problemsOf(environment)).toEqual([expect.stringMatching(`^${key}: `)]);
    expect(problemsOf({ ...environment, ...mended })).toEqual([]);
  });

  it('never repeats a secret in its message', () => {
    expect(() =>
      loadConfig({ PORT: 'x', CHAT_API_KEY: 'sk-abcdefgh', DATABASE_URL: 'mysql://u:pa55word@h/d' }),
    ).toThrow(/^(?!.*(abcdefgh|pa55word))/);
    expect(() => loadConfig({ RERANKER_URL: 'https://me:pa55word@host/rerank' })).toThrow(/^(?!.*pa55word)/);
  });
});

describe('secretsOf', () => {
  it('lists the API keys and the database password, as written and decoded', () => {
    const config = loadConfig({
      EMBEDDER_API_KEY: 'embedder-key',
      CHAT_API_KEY: 'plain-key',
      RERANKER_API_KEY: 'other-key',
      READER_API_KEY: 'reader-key',
      ENTAILMENT_API_KEY: 'nli-key',
      DATABASE_URL: 'postgres://u:p%40ss@h/d',
    });
    expect(secretsOf(config)).toEqual([
      'embedder-key',
      'plain-key',
      'other-key',
      'reader-key',
      'nli-key',
      'p%40ss',
      'p@ss',
    ]);
  });

  it('takes a password with a stray % as it stands', () => {
    expect(secretsOf(loadConfig({ DATABASE_URL: 'postgres://u:100%x@h/d' }))).toEqual(['100%x', '100%x']);
  });

  it('is empty when there are none', () => {
    expect(secretsOf(loadConfig({ DATABASE_URL: 'postgres://u:pw@one:5432,two:5433/d' }))).toEqual(['pw', 'pw']);
    expect(secretsOf(loadConfig({ DATABASE_URL: 'postgres://u:p@w@h/d' }))).toContain('p@w');
    expect(secretsOf(loadConfig({}))).toEqual([]);
    expect(secretsOf(loadConfig({ DATABASE_URL: 'postgres:///candor?host=/run/postgresql' }))).toEqual([]);
  });
});

describe('.env.example', () => {
  it('lists the keys of the schema, each once and in the same order', () => {
    expect(readExample().map(({ key }) => key)).toEqual(Object.keys(environmentSchema.shape));
  });

  it('explains each key on the line above it', () => {
    expect(readExample().filter(({ comment }) => !/^# \S.{10,}/.test(comment))).toEqual([]);
  });

  it('shows the defaults: loading it as it stands changes nothing', () => {
    expect(loadConfig(Object.fromEntries(readExample().map(({ key, value }) => [key, value])))).toEqual(loadConfig({}));
    const shown = readExample()
      .filter(({ value }) => value === '')
      .map(({ key }) => key);
    const withoutDefault = Object.entries(environmentSchema.parse({}));
    expect(shown.filter((key) => withoutDefault.some(([name, value]) => name === key && value !== undefined))).toEqual(
      [],
    );
  });
});
