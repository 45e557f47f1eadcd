/**
 * Learns when a question is what the documents are about at all: below that, `Outcome.alternatives` shows nothing. By
 * the chooser's log odds of its best sentence and the similarity of the nearest one, from what `npm run bench screen --
 * --keep FOLDER` asked: questions that can be answered against those of other sets and of other topics.
 *
 *   npm run fit topic -- FOLDER [--write READ,UNREAD]
 *
 * Prints each set by a model of the others: what the first screen holds, and for how many questions on other topics
 * something is shown, by the probability from which anything is shown. `--write` stores the models of all, with the
 * probability for what was read and for what was not, in weights/answers/fitted.json. After each `npm run fit`, because the chooser's log odds move.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable } from '../../src/cli/output/table.ts';
import { logistic } from '../../src/confidence/score.ts';
import { readQuestions } from '../../src/evaluation/formats/readSet.ts';
import { isFoundWith, isWanted, shownIn, topicFactsOf } from '../screenLosses.ts';
import { folderOf, type KeptState, readStates } from '../screenStates.ts';
import { auroc } from './fitFigures.ts';
import { fitLogistic, type LogisticRow, oddsBy } from './fitLogistic.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sets: { type: 'string', default: '../shared/eval' }, write: { type: 'string' } },
});
const [folder = ''] = positionals;
const target = 'weights/answers/fitted.json';
const probabilities = [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9];
const kinds = ['read', 'unread'] as const;
type Kind = (typeof kinds)[number];
const print = (text: string) => process.stdout.write(`${text}\n`);

/** `y`: whether the question is what the documents are about. */
interface Row extends LogisticRow {
  readonly set: string;
}

const states = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.br'))
    .map((name) => [basename(name, '.br'), readStates(join(folder, name))]),
);
const rows = Object.fromEntries(kinds.map((kind) => [kind, [...states.values()].flat().flatMap(rowOf(kind))]));
for (const kind of kinds) {
  for (const set of states.keys()) {
    const model = fitLogistic((rows[kind] ?? []).filter((row) => row.set !== set));
    const told = (rows[kind] ?? [])
      .filter((row) => row.set === set)
      .map(({ x, y }) => ({ value: oddsBy(model, x), right: y }));
    print(`${kind} ${set}: AUROC ${auroc(told).toFixed(3)}`);
  }
}
await sweep();
const models = Object.fromEntries(kinds.map((kind) => [kind, modelOf(kind)]));
print(JSON.stringify(models));
if (values.write !== undefined) {
  const stored = JSON.parse(readFileSync(target, 'utf8')) as { alternatives: object };
  writeFileSync(
    target,
    `${JSON.stringify({ ...stored, alternatives: { ...stored.alternatives, topic: models } }, null, 2)}\n`,
  );
}

function rowOf(kind: Kind): (state: KeptState) => Row[] {
  return (state) => {
    const isOff = state.isForeign || state.type === 'off-topic';
    const facts = topicFactsOf(state, kind);
    if ((!isOff && !state.isAnswerable) || state.outcome === 'Clarification' || !facts) return [];
    return [{ set: state.set, y: !isOff, x: [1, ...facts] }];
  };
}

function modelOf(kind: Kind) {
  const [intercept = 0, score = 0, similarity = 0] = fitLogistic(rows[kind] ?? []).map((weight) =>
    Number(weight.toFixed(4)),
  );
  return { intercept, score, similarity, from: Number(values.write?.split(',')[kinds.indexOf(kind)] ?? 0.5) };
}

/** What each set would show, by a model that did not see it. */
async function sweep(): Promise<void> {
  const table = probabilities.map((from) => [String(from)]);
  for (const [set, kept] of states) {
    const questions = new Map((await readQuestions(folderOf(set, values.sets))).map((each) => [each.id, each]));
    const model = fitLogistic((rows['read'] ?? []).filter((row) => row.set !== set));
    const isOn = (state: KeptState, from: number) => {
      const facts = topicFactsOf(state, 'read');
      return facts !== undefined && logistic(oddsBy(model, [1, ...facts])) >= from;
    };
    for (const [at, from] of probabilities.entries()) {
      const shown = (state: KeptState) => shownIn(state, { isOn: isOn(state, from) });
      const wanted = kept.filter(({ id, isForeign }) => {
        const question = questions.get(id);
        return !isForeign && question !== undefined && isWanted(question);
      });
      const found = wanted.filter((state) => {
        const question = questions.get(state.id);
        return (
          question &&
          isFoundWith(
            state,
            question,
            shown(state).map(({ passage }) => passage),
          )
        );
      });
      const foreign = kept.filter(({ isForeign }) => isForeign);
      const off = foreign.filter((state) => shown(state).length > 0);
      table[at]?.push(share(found.length, wanted.length), share(off.length, foreign.length));
    }
  }
  const titles = ['from', ...[...states.keys()].flatMap((set) => [set, 'borrowed'])];
  print(
    formatTable(
      titles.map((title) => ({ title, align: 'right' as const })),
      table,
    ),
  );
}

function share(count: number, all: number): string {
  return ((100 * count) / Math.max(1, all)).toFixed(1);
}
