import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allCommands } from '../../src/cli/runCli.ts';
import { parseFlags } from '../../src/cli/flags.ts';
import { allFlags } from '../../src/cli/command.ts';
import { createStage } from './run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-ask-'));
  await writeFile(join(folder, 'refunds.md'), 'Refunds take \u001b[8m\u001b]0;owned\u0007fourteen days.');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the exit code of ask', () => {
  it.each([
    ['How long do refunds take?', 0],
    ['nothing about refunds', 3],
    ['unclear', 4],
    ['break it', 1],
  ])('%s ends with %d', async (question, code) => {
    const stage = createStage();
    await stage.run('ingest', folder);
    expect((await stage.run('ask', question)).code).toBe(code);
    expect((await stage.run('ask', question, '--json')).code).toBe(code);
  });
});

describe('colours', () => {
  it('are shown where the screen has them, and a document sets none', async () => {
    const screen = createStage({ live: true, colour: true });
    await screen.run('ingest', folder);
    const { out } = await screen.run('ask', 'How long do refunds take?');
    expect(out).toContain('\u001b[36m[1]\u001b[39m');
    expect(out).toContain('\u001b[32mCONFIDENT\u001b[39m');
    expect(out).not.toMatch(/\u001b\[8m|\u001b\]|\u0007/);
    expect((await screen.run('ask', 'How long do refunds take?', '--json')).out).not.toContain('\u001b[3');
  });

  it('leave the text as it is without them', async () => {
    const plain = createStage();
    await plain.run('ingest', folder);
    const coloured = createStage({ colour: true });
    await coloured.run('ingest', folder);
    for (const question of ['How long do refunds take?', 'nothing', 'unclear']) {
      const { out } = await plain.run('ask', question);
      expect(out).not.toContain('\u001b');
      expect((await coloured.run('ask', question)).out.replaceAll(/\u001b\[\d+m/g, '')).toBe(out);
    }
  });
});

it('every command has examples, and each of them is a command line that parses', async () => {
  for (const command of await allCommands()) {
    expect(command.examples, command.name).toBeDefined();
    for (const example of command.examples ?? []) {
      const words = example.replace(/^.*?\bcandor (?!--)/, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
      const [name, ...rest] = words.map((word) => word.replaceAll(/^["']|["']$/g, ''));
      // What follows is the shell's.
      const end = rest.findIndex((word) => word === '&&' || word === '>');
      const { positionals } = parseFlags(end === -1 ? rest : rest.slice(0, end), allFlags(command));
      expect(positionals.length, example).toBeGreaterThanOrEqual(command.positionals[0]);
      expect(positionals.length, example).toBeLessThanOrEqual(command.positionals[1]);
      expect(name, example).toBe(command.name);
    }
  }
});
