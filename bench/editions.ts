/**
 * Asks questions over documents of which one takes the place of another, and over pairs that only look so
 * (editions/README.md). Each half is one workspace, and so are all pairs that look alike.
 *
 *   npm run bench editions -- [--set own|apart|alike] [--list]
 *
 * Prints what was right by kind, which answers carry an old value, with and without a notice, and which pairs that are no
 * editions were taken for some. `--list` prints what was not right. Fails if an answer is wrong and CONFIDENT, carries an
 * old value without a notice, or if an alike pair is silenced.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Outcome } from '../src/agent/state/outcome.ts';
import { type App, openApp } from '../src/app/app.ts';
import { formatTable } from '../src/cli/output/table.ts';
import { loadConfig } from '../src/config/config.ts';
import { newId } from '../src/db/statement.ts';
import { ingestCorpus } from '../src/evaluation/run/runEvaluation.ts';
import { readPath } from '../src/knowledge/ingest/readPath.ts';
import { silentLog } from '../src/log.ts';
import { groupBy } from '../src/stats.ts';
import type { Caller } from '../src/workspaces/caller.ts';

const sets = ['own', 'apart', 'alike'] as const;
type SetName = (typeof sets)[number];

const EditionQuestion = z.object({
  id: z.string(),
  question: z.string(),
  kind: z.enum(['changed', 'stayed', 'came', 'gone', 'period', 'alike']).default('alike'),
  need: z.array(z.string()),
  never: z.array(z.string()).default([]),
  from: z.string(),
});
type EditionQuestion = z.infer<typeof EditionQuestion>;

interface AskedEdition extends EditionQuestion {
  readonly outcome: Outcome;
  readonly isRight: boolean;
  /** It carries an old value, or another period's. */
  readonly isMixed: boolean;
  readonly hasNotice: boolean;
}

const { values } = parseArgs({ options: { set: { type: 'string' }, list: { type: 'boolean', default: false } } });
const wanted = sets.filter((name) => values.set === undefined || name === values.set);
if (wanted.length === 0) throw new Error(`--set is one of ${sets.join(', ')}.`);

const app = await openApp({ ...loadConfig({}), dataFolder: 'memory://', logLevel: 'silent' }, { log: silentLog });
try {
  for (const name of wanted) report(name, await askSet(app, name));
} finally {
  await app.close();
}

async function askSet(product: App, name: SetName): Promise<AskedEdition[]> {
  const folder = `bench/editions/${name}`;
  const { signal } = new AbortController();
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await product.workspaces.ensure(caller.workspaceId, `Editions ${name}`);
  const documents = await readPath(name === 'alike' ? folder : `${folder}/files`, { signal });
  await ingestCorpus(
    product,
    caller,
    { ...documents, documents: withoutQuestions(documents.documents) },
    { signal, onIngest: () => undefined },
  );
  const lines = readFileSync(`${folder}/questions.jsonl`, 'utf8').trim().split('\n');
  const asked: AskedEdition[] = [];
  for (const line of lines) {
    const question = EditionQuestion.parse(JSON.parse(line));
    for await (const event of product.ask(caller, { question: question.question }, { signal }))
      if (event.type === 'Finished') asked.push(judged(question, event.outcome));
  }
  return asked;
}

/** The folder of the pairs that look alike has the questions beside them. */
async function* withoutQuestions<Document extends { readonly key: string }>(documents: AsyncIterable<Document>) {
  for await (const document of documents) if (!/^(?:questions\.jsonl|README\.md)/.test(document.key)) yield document;
}

function judged(question: EditionQuestion, outcome: Outcome): AskedEdition {
  const text = outcome.type === 'Answer' ? outcome.text : '';
  const holds = (pattern: string) => new RegExp(pattern, 'iu').test(text);
  const hasNotice = outcome.type === 'Answer' && (outcome.notices.length > 0 || outcome.conflicts.length > 0);
  const isMixed = question.never.some(holds);
  const isAnswered = question.need.every(holds) && text !== '';
  return { ...question, outcome, isMixed, hasNotice, isRight: isAnswered && (question.kind !== 'gone' || hasNotice) };
}

function isAnswer({ outcome }: AskedEdition): boolean {
  return outcome.type === 'Answer';
}

function isSure({ outcome }: AskedEdition): boolean {
  return outcome.type === 'Answer' && outcome.tier === 'CONFIDENT';
}

/** Taken for an edition of another document, which it is not. */
function isSilenced({ outcome }: AskedEdition): boolean {
  return outcome.type === 'Answer' && outcome.notices.some(({ kind }) => kind === 'SUPERSEDED');
}

function report(name: SetName, asked: readonly AskedEdition[]): void {
  const count = (some: readonly AskedEdition[], holds: (one: AskedEdition) => boolean) =>
    String(some.filter(holds).length);
  const right = (title: string) => ({ title, align: 'right' as const });
  const row = (title: string, some: readonly AskedEdition[]) => [
    title,
    String(some.length),
    count(some, (one) => one.isRight),
    count(some, (one) => isAnswer(one) && !one.isRight),
    count(some, (one) => !isAnswer(one)),
    count(some, (one) => one.isMixed),
    count(some, (one) => one.isMixed && !one.hasNotice),
    count(some, (one) => isSure(one) && (!one.isRight || one.isMixed)),
    count(some, isSilenced),
  ];
  const titles = ['asked', 'right', 'wrong', 'refused', 'old value', 'untold', 'wrong, CONFIDENT', 'told as older'];
  const kinds = [...groupBy(asked, ({ kind }) => kind)].map(([kind, some]) => row(kind, some));
  const table = formatTable([{ title: name }, ...titles.map(right)], [...kinds, row('all', asked)]);
  process.stdout.write(`${table}\n\n`);
  if (values.list)
    for (const one of asked.filter((each) => !each.isRight || each.isMixed || (name === 'alike' && isSilenced(each)))) {
      const { outcome } = one;
      const text =
        outcome.type === 'Answer'
          ? outcome.text
          : `(${outcome.type}) ${outcome.type === 'Abstention' ? outcome.message : outcome.text}`;
      const notices =
        outcome.type === 'Answer' ? outcome.notices.map(({ kind, message }) => `${kind}: ${message}`) : [];
      const confidence = Math.round(100 * outcome.confidence.value);
      process.stdout.write(
        `${one.id} ${one.kind} ${outcome.tier} ${confidence}: ${one.question}\n  ${text}\n  need ${one.need.join(' , ')}\n${notices.map((line) => `  ${line}\n`).join('')}`,
      );
    }
  const isWrong = (one: AskedEdition) =>
    (isSure(one) && one.isMixed) || (one.isMixed && !one.hasNotice && one.kind === 'changed');
  if (name === 'alike' ? asked.some(isSilenced) : asked.some(isWrong)) process.exitCode = 1;
}
