import { describe, expect, it } from 'vitest';
import { allCommands, commandTable } from '../../src/cli/runCli.ts';
import { CandorError } from '../../src/errors.ts';
import { createStage } from './run.ts';

describe('help', () => {
  it('lists every command, and explains each without opening anything', async () => {
    const stage = createStage();
    const overview = await stage.run('--help');
    expect(overview).toMatchObject({ code: 0, err: '' });
    for (const { name, flags } of await allCommands()) {
      expect(overview.out).toContain(`  ${name} `);
      for (const line of [
        [name, '--help'],
        ['help', name],
        [name, '--nonsense', '-h'],
      ]) {
        const { code, out } = await stage.run(...line);
        expect(code).toBe(0);
        expect(Object.keys(flags).filter((flag) => !out.includes(`--${flag}`))).toEqual([]);
        expect(out).toContain('--json');
      }
    }
    expect(stage.opened).toEqual([]);
    expect((await allCommands()).map(({ name }) => name)).toEqual(Object.keys(commandTable));
  });

  it('prints the version and, without a command, the help', async () => {
    expect((await createStage().run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await createStage().run()).code).toBe(0);
  });
});

describe('wrong usage', () => {
  it.each([
    [['aks', 'x'], 'Did you mean "candor ask"?'],
    [['ask', 'x', '--prest', 'naive'], 'Did you mean --preset?'],
    [['ask'], 'Quote arguments with spaces. "candor ask --help" explains the command.'],
    [['ask', 'two', 'words'], 'Quote arguments with spaces. "candor ask --help" explains the command.'],
    [['ingest'], 'Usage: candor ingest PATH'],
    [['keys', 'creat'], 'Did you mean "candor keys create"?'],
    [['keys', 'create'], 'Write candor keys create --name NAME.'],
    [['ingest', '/does/not/exist'], 'Give the path of a file or folder that exists and that you may read.'],
  ])('%j ends with 2 and a remedy', async (args, remedy) => {
    const { code, out, err } = await createStage().run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`Error BAD_INPUT: `);
    expect(err).toContain(remedy);
  });

  it('is one JSON document on standard output when that was asked for', async () => {
    const { code, err, json } = await createStage().run('ask', 'x', '--json', '--prest', 'naive');
    expect(code).toBe(2);
    expect(err).toBe('');
    expect(json()).toEqual({
      error: {
        code: 'BAD_INPUT',
        message: 'Unknown flag --prest.',
        remedy: 'Did you mean --preset?',
        details: { flag: '--prest', nearest: '--preset' },
      },
    });
    expect((await createStage().run('nope', '--json')).json()).toMatchObject({ error: { code: 'BAD_INPUT' } });
  });
});

describe('faults', () => {
  it('end with 1, message and remedy, and close the app', async () => {
    const stage = createStage();
    const { code, err } = await stage.run('ask', 'break it');
    expect(code).toBe(1);
    expect(err).toBe('Error DATABASE_FAILED: The database broke.\nMend it.\n');
    expect(stage.app.closed).toBe(1);
  });

  it('from opening keep their code; unknown ones are INTERNAL', async () => {
    const locked = createStage({ openApp: () => Promise.reject(new CandorError('DATABASE_LOCKED', 'Locked by 42.')) });
    expect((await locked.run('runs', '--json')).json()).toMatchObject({
      error: { code: 'DATABASE_LOCKED', message: 'Locked by 42.' },
    });
    const broken = createStage({ openApp: () => Promise.reject(new TypeError('x is not a function')) });
    expect(await broken.run('runs')).toMatchObject({ code: 1, out: '' });
    expect((await broken.run('runs', '--json')).json()).toMatchObject({ error: { code: 'INTERNAL' } });
  });

  it('of the environment name the keys', async () => {
    const { code, json } = await createStage({ environment: { PORT: 'high' } }).run('runs', '--json');
    expect(code).toBe(1);
    expect(json()).toMatchObject({ error: { code: 'BAD_CONFIG' } });
  });
});

describe('the workspace', () => {
  it('is the configured one, or the one of the flag', async () => {
    const stage = createStage();
    await stage.run('ask', 'nothing');
    await stage.run('ask', 'nothing', '--workspace', '01900000-0000-7000-8000-0000000000ff');
    expect([...stage.app.shelves.keys()]).toEqual([
      '01900000-0000-7000-8000-000000000001',
      '01900000-0000-7000-8000-0000000000ff',
    ]);
    expect((await stage.run('eval', '/x', '--workspace', '01900000-0000-7000-8000-0000000000ff')).code).toBe(2);
  });
});
