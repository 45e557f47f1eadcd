import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followPage, printedBy } from '../support/followPage.ts';
import { startSampleServer, type SampleServer } from '../support/sampleServer.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
const pages = [
  'README.md',
  ...readdirSync(new URL('docs/', root))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** A command of a page with what the page says that it prints. */
interface Transcript {
  readonly page: string;
  readonly script: string;
  readonly printed: string;
}

/**
 * The transcripts of a page: a block without a language is what the block of shell before it prints, or what the command
 * prints that the paragraph before it begins with. Such a command may use the functions of the last block of shell.
 */
function transcriptsOf(page: string, text: string): Transcript[] {
  const found: Transcript[] = [];
  let shell = '';
  let before = '';
  for (const [, language = '', block = '', prose = ''] of text.matchAll(/^```(\w*)\n([^]*?)^```$|^(.+)$/gm)) {
    if (language === 'sh') [shell, before] = [block, block];
    else if (prose !== '') {
      const [, command] = /^`([^`]+)`:/.exec(prose) ?? [];
      if (command !== undefined) before = `${functionsOf(shell)}\n${command}`;
      else if (!prose.startsWith(' ')) before = '';
    } else if (language === '' && block !== '' && before !== '') {
      found.push({ page, script: before, printed: block });
      before = '';
    }
  }
  return found;
}

const functionsOf = (shell: string) => (shell.match(/^\w+\(\) \{\n[^]*?^\}$/gm) ?? []).join('\n');

/** Ids and times differ from one run to the next. */
const masked = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"millis":[\d.]+/g, '"millis":MILLIS');

/** What a page prints, as a pattern: it breaks lines where it likes, and `…` stands for what it leaves out. */
function patternOf(printed: string): RegExp {
  const oneLine = masked(printed).trim().replaceAll(/\n\s*/g, '').replaceAll(/, …/g, ',…');
  return new RegExp(
    `^${oneLine
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('[^]*?')}$`,
  );
}

let server: SampleServer;
beforeAll(async () => {
  server = await startSampleServer();
});
afterAll(() => server.close());

const transcripts = pages.flatMap((page) => transcriptsOf(page, readFileSync(new URL(page, root), 'utf8')));

it('finds them', () => {
  expect(transcripts.map(({ page }) => page)).toEqual(['README.md', 'README.md', 'README.md', 'docs/quick-start.md']);
});

it.each(transcripts)('$page: the output of $script', async ({ script, printed }) => {
  const { stdout } = await run('bash', ['-c', script.replaceAll('http://127.0.0.1:4000', server.url)]);
  expect(masked(stdout.trim())).toMatch(patternOf(printed));
});

it('notices a single other word', () => {
  const pattern = patternOf('{"a":"It costs €149.",\n "b":[{"c":1}, …]}\n');
  expect('{"a":"It costs €149.","b":[{"c":1},{"c":2}]}').toMatch(pattern);
  expect('{"a":"It cost €149.","b":[{"c":1},{"c":2}]}').not.toMatch(pattern);
  expect('{"a":"It costs €149.","b":[{"c":2},{"c":1}]}').not.toMatch(pattern);
});

// Here, because loading the sample costs as much as all of it. gql.tada, and each tool with the packages of the registry: clients.release.test.ts.
describe('docs/clients.md, followed in an empty folder', () => {
  const page = readFileSync(new URL('docs/clients.md', root), 'utf8');
  const [printed] = printedBy(page);
  const home = mkdtempSync(join(tmpdir(), 'candor-clients-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  /** Compiled with the page's files. They show that what `show` takes has types: TypeScript reports an error that it expects and does not find. */
  const mistakes = `import { show } from './ask.js';
// @ts-expect-error
show({ outcome: { text: 'No citations' }, errors: [] });
// @ts-expect-error
show({ outcome: null, errors: [{ message: 'No remedy' }] });
`;

  it('answers with GraphQL Code Generator, urql and Apollo Client', async () => {
    mkdirSync(join(home, 'src'), { recursive: true });
    writeFileSync(join(home, 'src/mistakes.ts'), mistakes);
    const follow = (...headings: string[]) =>
      followPage(page, headings, { folder: home, url: server.url, packages: 'linked' });
    expect(await follow('From an empty folder', 'Types from GraphQL Code Generator', 'urql')).toBe(printed);
    expect(await follow('Apollo Client 4')).toBe(printed);
  });
});
