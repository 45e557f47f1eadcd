/**
 * Measures where the first screen loses the answer: of the questions that can be answered, by what keeps it off.
 *
 *   npm run bench screen -- [SETS_FOLDER] [--sets golden,people,telecom,hospital,knative-users] [--limit 250] [--keep FOLDER] [--list]
 *
 * Each set is asked 60 questions of the others too. `--keep`: a folder for what was asked, in FOLDER/SET.br; what is
 * there is not asked again. Without curated answers. `--list`: the questions that are lost, and off-topic questions that are shown a passage.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable } from '../src/cli/output/table.ts';
import { readQuestions } from '../src/evaluation/formats/readSet.ts';
import { isWanted, losses, lossOf, type Loss, shownIn } from './screenLosses.ts';
import { askStates, folderOf, type KeptState, readStates, writeStates } from './screenStates.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string', default: 'golden,people,telecom,hospital,knative-users' },
    limit: { type: 'string', default: '250' },
    keep: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
const root = positionals[0] ?? '../shared/eval';
const known = ['people', 'telecom', 'hospital', 'knative-users'];
const borrowed = 60;
const withDocumentsOf: Readonly<Record<string, string>> = { golden: 'people' };
const print = (text: string) => process.stdout.write(`${text}\n`);

const rows: string[][] = [];
for (const name of values.sets.split(',')) rows.push(await rowOf(name));
const titles = ['set', 'asked', 'found', ...losses, 'passages', 'borrowed', 'own off topic'];
print(
  formatTable(
    titles.map((title, at) => (at === 0 ? { title } : { title, align: 'right' as const })),
    rows,
  ),
);

async function statesOf(name: string): Promise<KeptState[]> {
  const file = values.keep === undefined ? undefined : join(values.keep, `${name}.br`);
  if (file !== undefined && existsSync(file)) return readStates(file);
  const states = await askStates(name, {
    root,
    limit: Number(values.limit),
    foreign: known.filter((other) => other !== (withDocumentsOf[name] ?? name)),
    foreignLimit: borrowed,
    tell: (text) => process.stderr.write(`${text}\n`),
  });
  if (file !== undefined) {
    mkdirSync(values.keep ?? '', { recursive: true });
    writeStates(file, states);
  }
  return states;
}

async function rowOf(name: string): Promise<string[]> {
  const questions = new Map((await readQuestions(folderOf(name, root))).map((question) => [question.id, question]));
  const states = await statesOf(name);
  const asked = states.flatMap((state) => {
    const question = state.isForeign ? undefined : questions.get(state.id);
    return question && isWanted(question) ? [{ state, loss: lossOf(state, question) }] : [];
  });
  const share = (count: number, all: number) => (all === 0 ? '–' : ((100 * count) / all).toFixed(1));
  const of = (loss: Loss | undefined) => share(asked.filter((each) => each.loss === loss).length, asked.length);
  const passages = asked.reduce((sum, { state }) => sum + shownIn(state).length, 0);
  const showing = (some: readonly KeptState[]) =>
    `${share(some.filter((state) => shownIn(state).length > 0).length, some.length)} of ${some.length}`;
  const foreign = states.filter(({ isForeign }) => isForeign);
  const off = states.filter(({ type, isForeign }) => !isForeign && type === 'off-topic');
  if (values.list) list(name, asked, [...foreign, ...off]);
  return [
    name,
    String(asked.length),
    of(undefined),
    ...losses.map(of),
    (passages / Math.max(1, asked.length)).toFixed(2),
    showing(foreign),
    showing(off),
  ];
}

function list(
  name: string,
  asked: readonly { readonly state: KeptState; readonly loss: Loss | undefined }[],
  off: readonly KeptState[],
): void {
  for (const loss of losses)
    for (const { state } of asked.filter((each) => each.loss === loss)) print(`${name}, ${loss}: ${state.question}`);
  for (const state of off)
    for (const { passage } of shownIn(state).slice(0, 1))
      print(
        `${name}, off topic: ${state.question} => ${passage.document}: ${passage.text.slice(0, 80).replaceAll('\n', ' ')}`,
      );
}
