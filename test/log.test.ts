import { describe, expect, it, vi } from 'vitest';
import { CandorError } from '../src/errors.ts';
import { createLog, redact, silentLog, type LogFields } from '../src/log.ts';

type Line = Record<string, unknown>;

/** The one line that logging `message` with `fields` writes, as text. */
function lineOf(message: string, fields?: LogFields, secrets: readonly string[] = []): string {
  const lines: string[] = [];
  createLog('debug', (line) => lines.push(line), secrets).info(message, fields);
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

const parsed = (message: string, fields?: LogFields) => JSON.parse(lineOf(message, fields)) as Line;

describe('createLog', () => {
  it('writes one JSON object a line, whatever the message holds', () => {
    const line = lineOf('two\nlines', { text: 'a\nb' });
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      level: 'info',
      message: 'two\nlines',
      text: 'a\nb',
    });
  });

  it.each([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
    ['silent', []],
  ] as const)('at %s writes %j', (level, expected) => {
    const lines: string[] = [];
    const log = createLog(level, (line) => lines.push(line));
    log.debug('d');
    log.info('i');
    log.warn('w');
    log.error('e');
    expect(lines.map((line) => (JSON.parse(line) as Line)['level'])).toEqual(expected);
  });

  it('writes to standard error and leaves standard output to the command', () => {
    const [stderr, stdout] = [
      vi.spyOn(process.stderr, 'write').mockReturnValue(true),
      vi.spyOn(process.stdout, 'write').mockReturnValue(true),
    ];
    try {
      createLog('info').info('hello');
      silentLog.error('nothing');
      expect(stderr).toHaveBeenCalledTimes(1);
      expect(stdout).not.toHaveBeenCalled();
    } finally {
      stderr.mockRestore();
      stdout.mockRestore();
    }
  });

  it('keeps its own names: a field cannot pose as the message, the level or the time', () => {
    expect(parsed('real', { message: 'forged', level: 'error', time: 'never', other: 1 })).toMatchObject({
      message: 'real',
      level: 'info',
      time: expect.stringContaining('T') as unknown,
      other: 1,
    });
  });

  it('writes an error with its stack and every cause', () => {
    const error = new CandorError('DATABASE_FAILED', 'outer', {
      cause: new Error('middle', { cause: new TypeError('root') }),
    });
    expect(parsed('failed', { error })['error']).toMatch(
      /^CandorError: outer\n +at [\s\S]*\ncaused by Error: middle\ncaused by TypeError: root$/,
    );
  });

  it('never throws, whatever a field holds', () => {
    const circular: Record<string, unknown> = { name: 'loop' };
    circular['self'] = circular;
    const selfCaused = new Error('self');
    selfCaused.cause = selfCaused;
    const fields = {
      circular,
      selfCaused,
      big: 10n,
      date: new Date(Number.NaN),
      bytes: Buffer.from('secret'),
      nothing: null,
      missing: undefined,
      call: () => 1,
    };
    expect(parsed('odd', fields)).toMatchObject({
      big: '10',
      date: null,
      bytes: '[6 bytes]',
      nothing: null,
      circular: { name: 'loop' },
    });
  });
});

describe('secrets never reach a line', () => {
  const apiKey = `ck_${'a'.repeat(22)}${'b'.repeat(22)}${'S3CRET_'.repeat(6)}c`;

  it.each([
    ['an API key of Candor', `key ${apiKey} refused`, 'S3CRET'],
    ['an OpenAI key', 'Incorrect API key provided: sk-proj-abcdefSECRET.', 'SECRET'],
    ['a bearer header', 'sent Authorization: Bearer abc.SECRET.def', 'SECRET'],
    ['a bearer header in lower case', 'sent bearer abcSECRET', 'SECRET'],
    ['a basic header', 'authorization: Basic dXNlcjpTRUNSRVQ=', 'dXNlc'],
    ['a cookie', 'cookie: session=SECRET; theme=dark', 'SECRET'],
    ['an x-api-key header', '{"x-api-key": "SECRET"}', 'SECRET'],
    ['a connection URL', 'cannot reach postgres://candor:SECRET@db:5432/candor', 'SECRET'],
    [
      'a connection URL whose password holds an @ and a slash',
      'cannot reach postgres://candor:SEC@RET/x@db/candor',
      /SEC|RET/,
    ],
    ['a connection URL without a user', 'redis://:SECRET@cache', 'SECRET'],
    ['a query parameter', 'GET /v1?api_key=SECRET&x=1', 'SECRET'],
    ['an environment line', 'CHAT_API_KEY=SECRET', 'SECRET'],
    ['a JSON body', '{"apiKey":"SECRET","model":"m"}', 'SECRET'],
    ['a JSON body in a JSON body', String.raw`{"body":"{\"password\":\"SECRET\"}"}`, 'SECRET'],
  ])('%s, in the message, a field, a list, a nested field or an error', (_what, text, secret) => {
    const pattern = new RegExp(secret);
    const nested = {
      url: text,
      list: [text],
      deep: { er: { text } },
      address: { toJSON: () => text },
      error: new Error(text, { cause: new Error(text) }),
    };
    expect(redact(text)).not.toMatch(pattern);
    expect(lineOf(text, nested)).not.toMatch(pattern);
    expect(lineOf(text, nested)).toContain('[redacted]');
  });

  it.each([
    'apiKey',
    'api_key',
    'CHAT_API_KEY',
    'key',
    'keys',
    'token',
    'accessToken',
    'secret',
    'clientSecret',
    'password',
    'Authorization',
    'set-cookie',
    'credentials',
  ])('text in a field named %s, at whatever depth', (name) => {
    for (const value of ['PLAIN', ['PLAIN'], { inner: 'PLAIN' }, { inner: [{ value: 'PLAIN' }] }]) {
      expect(lineOf('x', { [name]: value })).not.toContain('PLAIN');
      expect(lineOf('x', { outer: { [name]: value } })).not.toContain('PLAIN');
    }
  });

  it("the process's own secrets, even where nothing about them looks like one", () => {
    const line = lineOf('the server said: no such user hunter2hunter2', { error: new Error('bad hunter2hunter2!') }, [
      'hunter2hunter2',
    ]);
    expect(line).not.toContain('hunter2');
  });

  it('but keeps what is not secret: ids, counts, words, hosts', () => {
    const fields = {
      keyId: 'k1',
      tokens: 35,
      usage: { tokens: { in: 3, out: 4 } },
      keyword: 'lease',
      url: 'https://db:5432/path',
      tokenizer: 'unigram',
      mail: 'a@example.org',
    };
    expect(parsed('CHAT_API_KEY: needed for api.openai.com', fields)).toMatchObject({
      ...fields,
      message: 'CHAT_API_KEY: needed for api.openai.com',
    });
    expect(redact('cannot reach postgres://candor:pw@db:5432/candor')).toBe(
      'cannot reach postgres://candor:[redacted]@db:5432/candor',
    );
    expect(redact(apiKey)).toBe('ck_aaaaaaaa[redacted]');
  });

  it('does not blank out words for a secret that is too short to be one', () => {
    expect(redact('an apple a day', ['a', ''])).toBe('an apple a day');
  });
});
