import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStage } from './run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-complete-'));
  await mkdir(join(folder, 'docs'));
  await writeFile(join(folder, 'docs/a.md'), '');
  await writeFile(join(folder, 'docs/.hidden'), '');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The words that a shell would offer, and how it is to take them. */
async function offered(...words: string[]) {
  const { code, out } = await createStage().run('complete', '--', ...words);
  const lines = out.trimEnd().split('\n');
  expect(code).toBe(0);
  return { words: lines.slice(0, -1).map((line) => line.split('\t')[0]), directive: lines.at(-1) };
}

describe('Tab', () => {
  it('offers commands, their flags, and the choices of a flag', async () => {
    expect((await offered('')).words).toEqual(
      expect.arrayContaining(['serve', 'ask', 'documents', 'mcp', 'completion']),
    );
    expect((await offered('do')).words).toEqual(['documents', 'doctor']);
    expect((await offered('ask', '--ca')).words).toEqual(['--caution']);
    expect((await offered('ask', '--caution', 'g')).words).toEqual(['generous']);
    expect((await offered('documents', 'pub')).words).toEqual(['publish']);
    expect((await offered('nonsense', '--x')).words).toEqual([]);
  });

  it('offers paths where a path may stand, and goes on into a folder', async () => {
    expect(await offered('ingest', join(folder, 'do'))).toEqual({ words: [`${folder}/docs/`], directive: ':6' });
    expect(await offered('ingest', '--draft', `${folder}/docs/`)).toEqual({
      words: [`${folder}/docs/a.md`],
      directive: ':4',
    });
    expect((await offered('eval', 'set', '--html', `${folder}/docs/a`)).words).toEqual([`${folder}/docs/a.md`]);
    expect((await offered('ask', `${folder}/do`)).words).toEqual([]);
    expect((await offered('ingest', '--tags', `${folder}/do`)).words).toEqual([]);
    expect((await offered('ingest', '/does/not/exist/')).words).toEqual([]);
  });
});

describe('the script', () => {
  it('of bash is one that bash can load, twice', async () => {
    const { out } = await createStage().run('completion', 'bash');
    const loaded = spawnSync('bash', ['--norc', '-euc', `${out}\n${out}\ncomplete -p candor`], { encoding: 'utf8' });
    expect(loaded).toMatchObject({ status: 0, stderr: '', stdout: 'complete -F __candor_complete candor\n' });
  });

  it.each(['zsh', 'fish'])('of %s asks candor itself', async (shell) => {
    expect((await createStage().run('completion', shell)).out).toContain('candor complete --');
  });

  it('of another shell is refused with those that there are', async () => {
    const { code, err } = await createStage().run('completion', 'csh');
    expect(code).toBe(2);
    expect(err).toContain('Choose one of bash, zsh, fish, powershell.');
  });
});
