/**
 * Asks questions of thirteen kinds, as people type them, half of them harmless twins (kinds/README.md): of another
 * variant or time, denied, voided, opposite, an example, what the next sentence decides, a value compared, a sum, a cell,
 * a list, a heading, a follow-up. Over the bases of bench/typed, each one workspace.
 *
 *   npm run bench kinds -- [--only KIND] [--list] [--json]
 *
 * Prints of each kind how many of the answerable are right, asked back about and refused, what of the answers is wrong,
 * near misses that are answered, and what is wrong and CONFIDENT. `--list` prints what was not right, `--json` everything
 * instead.
 */
import { parseArgs } from 'node:util';
import type { Outcome } from '../src/agent/state/outcome.ts';
import { openApp, type App } from '../src/app/app.ts';
import { formatTable, right } from '../src/cli/output/table.ts';
import { loadConfig } from '../src/config/config.ts';
import { newId } from '../src/db/statement.ts';
import { readPath } from '../src/knowledge/ingest/readPath.ts';
import { silentLog } from '../src/log.ts';
import type { Caller } from '../src/workspaces/caller.ts';
import { type KindTrade, kindTrades, type KindQuestion, readKinds } from './kinds/readKinds.ts';

interface Answered extends KindQuestion {
  readonly outcome: Outcome['type'];
  readonly isSure: boolean;
  readonly isFound: boolean;
  readonly confidence: number;
  readonly shown: string;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const signal = new AbortController().signal;
const questions = (await readKinds()).filter(({ kind }) => values.only === undefined || kind === values.only);
const app = await openApp({ ...loadConfig({}), dataFolder: 'memory://', logLevel: 'silent' }, { log: silentLog });
try {
  const answered: Answered[] = [];
  for (const trade of Object.keys(kindTrades) as KindTrade[]) answered.push(...(await askTrade(app, trade)));
  process.stdout.write(values.json ? `${JSON.stringify(answered, null, 2)}\n` : `${table(answered)}\n`);
  if (values.list && !values.json) process.stdout.write(`\n${failures(answered)}\n`);
} finally {
  await app.close();
}

async function askTrade({ workspaces, ingest, ask }: App, trade: KindTrade): Promise<Answered[]> {
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await workspaces.ensure(caller.workspaceId, trade);
  for (const path of [`bench/typed/${kindTrades[trade]}/knowledge`, 'bench/kinds/documents']) {
    const { documents } = await readPath(path);
    const { results } = await ingest(caller, ownOf(documents, path === 'bench/kinds/documents' ? trade : ''), {
      signal,
    });
    const failed = results.find(({ error }) => error);
    if (failed) throw new Error(`${failed.key}: ${failed.error?.message ?? ''}`);
  }
  const answered: Answered[] = [];
  for (const question of questions.filter((each) => each.trade === trade)) {
    const history = question.before === null ? undefined : [{ role: 'USER' as const, text: question.before }];
    for await (const event of ask(caller, { question: question.question, history }, { signal }))
      if (event.type === 'Finished') answered.push({ ...question, ...judged(question, event.outcome) });
  }
  return answered;
}

/** Of the further documents, those of a trade. */
async function* ownOf<Document extends { readonly key: string }>(documents: AsyncIterable<Document>, trade: string) {
  for await (const document of documents) if (document.key.startsWith(trade)) yield document;
}

function judged(question: KindQuestion, outcome: Outcome) {
  const isAnswer = outcome.type === 'Answer';
  const found = outcome.citations.some(({ quote, documentKey }) => question.isRight({ text: quote, documentKey }));
  return {
    outcome: outcome.type,
    isSure: isAnswer && outcome.tier === 'CONFIDENT',
    isFound: isAnswer && found,
    confidence: outcome.confidence.value,
    shown: isAnswer ? outcome.text.slice(0, 160).replaceAll('\n', ' ') : '',
  };
}

function table(answered: readonly Answered[]): string {
  const row = (name: string, some: readonly Answered[]) => {
    const answerable = some.filter(({ isAnswerable }) => isAnswerable);
    const none = some.filter(({ isAnswerable }) => !isAnswerable);
    const answers = some.filter(({ outcome }) => outcome === 'Answer');
    const rights = answerable.filter(({ isFound }) => isFound);
    const of = (part: number, whole: number) => (whole === 0 ? '–' : String(Math.round((100 * part) / whole)));
    return [
      name,
      String(answerable.length),
      of(rights.length, answerable.length),
      of(answerable.filter(({ outcome }) => outcome === 'Clarification').length, answerable.length),
      of(answerable.filter(({ outcome }) => outcome === 'Abstention').length, answerable.length),
      of(answers.length - rights.length, answers.length),
      String(none.length),
      of(none.filter(({ outcome }) => outcome === 'Answer').length, none.length),
      String(answers.filter(({ isSure, isFound }) => isSure && !isFound).length),
    ];
  };
  const titles = ['right %', 'asked back %', 'refused %', 'wrong of answers %', 'near', 'answered %', 'wrong+sure'];
  return formatTable(
    [{ title: 'kind' }, right('answerable'), ...titles.map(right)],
    [
      ...[...new Set(answered.map(({ kind }) => kind))].map((kind) =>
        row(
          kind,
          answered.filter((each) => each.kind === kind),
        ),
      ),
      row(
        'hard',
        answered.filter(({ isHard }) => isHard),
      ),
      row(
        'twins',
        answered.filter(({ isHard }) => !isHard),
      ),
      row('all', answered),
    ],
  );
}

function failures(answered: readonly Answered[]): string {
  return answered
    .filter(({ isAnswerable, isFound, outcome }) => (isAnswerable ? !isFound : outcome === 'Answer'))
    .map(({ kind, isAnswerable, outcome, isSure, confidence, question, shown }) =>
      [
        kind,
        isAnswerable ? '' : 'near miss',
        outcome,
        isSure ? 'CONFIDENT' : '',
        confidence.toFixed(2),
        question,
        shown,
      ]
        .filter(Boolean)
        .join(' | '),
    )
    .join('\n');
}
