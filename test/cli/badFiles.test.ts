import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStage } from './run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-bad-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What stands in the folder: a text, or null for a folder of this name. */
const cases: readonly (readonly [string, Readonly<Record<string, string | null>>, string])[] = [
  ['a folder for its questions', { 'questions.jsonl': null }, 'it is no file'],
  ['no question', { 'questions.jsonl': '' }, '"candor eval --help" explains it.'],
  ['a line that is no JSON', { 'questions.jsonl': '{' }, 'questions.jsonl:1: not valid JSON'],
  ['a line that is no question', { 'questions.jsonl': '{"question":5}' }, 'questions.jsonl:1: id:'],
  ['bytes that are no UTF-8', { 'questions.jsonl': '\u00ff' }, 'questions.jsonl:1: not valid UTF-8'],
  ['half of BEIR', { 'queries.jsonl': '{}' }, 'also needs corpus.jsonl'],
  [
    'judgements without numbers',
    { 'queries.jsonl': '{}', 'corpus.jsonl': '{}', 'qrels/test.tsv': 'a\tb\tc\nq\td\tx' },
    'test.tsv:2:',
  ],
  ['a JSON file that is none', { 'dev.json': '{' }, 'is no JSON of SQuAD 2.0'],
  ['nothing', {}, 'holds no set of questions'],
];

it.each(cases)('"candor eval" on a folder with %s ends with 2 and says what to do', async (_what, files, said) => {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(content === null ? path : dirname(path), { recursive: true });
    if (content !== null) await writeFile(path, content, 'latin1');
  }
  const { code, err } = await createStage().run('eval', folder);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(said) as unknown });
  expect(err).toContain('Error BAD_INPUT: ');
  // That is the remedy of a request, and not of a command line.
  expect(err).not.toContain('send the request again');
});

it.each([
  ['serve', '--watch'],
  ['ingest', '--watch'],
])('"candor %s %s" with nothing there ends with 2, opens nothing and says what to do', async (...words) => {
  const stage = createStage();
  const { code, err } = await stage.run(...words, join(folder, 'missing'));
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('Error BAD_INPUT: Cannot read ') as unknown });
  expect(err).toContain('Give the path of a file or folder that exists');
  expect(stage.servers).toEqual([]);
});
