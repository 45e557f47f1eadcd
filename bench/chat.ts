/**
 * Measures the value of a chat model: golden questions are asked with it and without it, and judged in the same way.
 *
 *   npm run bench chat -- --base-url URL --model NAME [--api-key KEY] [--limit 60] [--set people]
 *   npm run bench chat -- --oracle
 *   npm run bench chat -- --scripted all
 *   npm run bench chat -- --faithful [--set people] [--limit 60] [--types lookup,time]
 *
 * Prints, beside the figures without a model: right, wrong and refused among the answerable questions, answered among
 * the others, and what was lost; calls, tokens, responses of a wrong shape, and the time to the first words. `--oracle`
 * starts a server that names the gold sentence if it is shown, and otherwise says "not stated": the ceiling that the
 * gate allows. `--scripted` starts one that does the same wrong thing every time (chatScripts.ts): none of them may
 * cause the loss of an answer. `--faithful` asks the answerable questions twice, of a server that names the gold
 * sentences and of one that also words them in its own way, and fails if an answer is worse by the wording.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { AskEvent } from '../src/agent/state/events.ts';
import { openApp, type App } from '../src/app/app.ts';
import { formatTable } from '../src/cli/output/table.ts';
import { percentile } from '../src/stats.ts';
import { loadConfig } from '../src/config/config.ts';
import { newId } from '../src/db/statement.ts';
import { askQuestion } from '../src/evaluation/run/askQuestion.ts';
import { documentIdsByKey, type EvaluationContext, loadCurated } from '../src/evaluation/run/evaluationContext.ts';
import { readQuestions } from '../src/evaluation/formats/readSet.ts';
import { judge, type Verdict } from '../src/evaluation/judge.ts';
import { type SetQuestion, sampleByType } from '../src/evaluation/question.ts';
import { ingestCorpus } from '../src/evaluation/run/runEvaluation.ts';
import type { RunRecord } from '../src/evaluation/run/runRecord.ts';
import { readPath } from '../src/knowledge/ingest/readPath.ts';
import { silentLog } from '../src/log.ts';
import type { Caller } from '../src/workspaces/caller.ts';
import { startOpenaiServer } from '../test/support/openaiServer.ts';
import { faithful, numbersAlone, oracle, scripts, type Script, type ScriptName } from './chatScripts.ts';
import { readParaphrases } from './groundingAlarms.ts';

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    model: { type: 'string', default: 'model' },
    'api-key': { type: 'string' },
    limit: { type: 'string', default: '60' },
    set: { type: 'string', default: 'golden' },
    seed: { type: 'string', default: '1' },
    oracle: { type: 'boolean', default: false },
    scripted: { type: 'string' },
    faithful: { type: 'boolean', default: false },
    types: { type: 'string' },
    lost: { type: 'boolean', default: false },
  },
});
const folder = values.set === 'people' ? 'test/golden/people' : 'test/golden';

interface Asked {
  readonly question: SetQuestion;
  readonly record: RunRecord;
  readonly verdict: Verdict;
  /** Milliseconds until the first words could be read. */
  readonly firstWords: number | null;
  readonly calls: number;
  readonly lostParts: readonly string[];
  /** The ranks of the sentences that the model named, from 1; 0: not ranked. */
  readonly ranks: readonly number[];
}

const types = values.types?.split(',');
const all = (await readQuestions(folder)).filter(
  ({ corpusDocIds, corpusFile, answerable, type }) =>
    !corpusDocIds && !corpusFile && (types?.includes(type) ?? true) && (answerable || !values.faithful),
);
const questions = sampleByType(
  all,
  values.oracle || values.scripted ? all.length : Number(values.limit),
  Number(values.seed),
);
const signal = new AbortController().signal;
const passes = await passesOf();
let script: Script | undefined;
const server = passes.some(([, scripted]) => scripted !== undefined)
  ? await startOpenaiServer({ chat: (call) => script?.(call) ?? { status: 500 } })
  : undefined;
const { models } = loadConfig({});
const app = await openApp(
  {
    ...loadConfig({}),
    dataFolder: 'memory://',
    logLevel: 'silent',
    models: {
      ...models,
      chat: 'openai',
      chatModel: values.model,
      chatUrl: server?.url ?? values['base-url'],
      chatApiKey: values['api-key'],
    },
  },
  { log: silentLog },
);
try {
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, 'Chat');
  await ingestCorpus(app, caller, await readPath('sample/knowledge', { signal }), {
    signal,
    onIngest: () => undefined,
  });
  const desk = {
    app,
    caller,
    documentIds: await documentIdsByKey(app, caller),
    curatedNames: await loadCurated(app, caller, 'sample/curated.jsonl', signal),
    versionTexts: new Map<string, string>(),
    signal,
  };
  // The wording is compared with the numbers alone, and not with no model.
  let before = values.faithful ? undefined : await askAll(app, { ...desk, useModel: false });
  for (const [name, scripted] of passes) {
    script = scripted;
    const asked = await askAll(app, { ...desk, useModel: true });
    if (!values.faithful) report(name, before ?? [], asked);
    else if (before) compare(before, asked);
    else before = asked;
  }
} finally {
  await app.close();
  await server?.close();
}

/** The passes to run, by name; a pass without a script uses the model at `--base-url`. */
async function passesOf(): Promise<readonly (readonly [string, Script | undefined])[]> {
  if (values.faithful)
    return [
      ['numbers alone', numbersAlone(all)],
      ['faithful', faithful(all, await readParaphrases())],
    ];
  const first: readonly (readonly [string, Script])[] = values.oracle ? [['oracle', oracle(all)]] : [];
  if (values.scripted !== undefined) {
    const names = values.scripted === 'all' ? Object.keys(scripts) : values.scripted.split(',');
    if (names.some((name) => !(name in scripts)))
      throw new Error(`--scripted is "all", or some of ${Object.keys(scripts).join(', ')}.`);
    return [...first, ...names.map((name): [string, Script] => [name, scripts[name as ScriptName]])];
  }
  if (values.oracle) return first;
  if (values['base-url'] === undefined) throw new Error('Give --base-url and --model, or --oracle, or --scripted.');
  return [[values.model, undefined]];
}

async function askAll(open: App, desk: EvaluationContext): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const question of questions) {
    const seen: AskEvent[] = [];
    const tapped: App = { ...open, ask: (caller, request, options) => tap(open.ask(caller, request, options), seen) };
    const record = await askQuestion({ ...desk, app: tapped }, question, 'CANDOR');
    const last = seen.at(-1);
    const outcome = last?.type === 'Finished' ? last.outcome : null;
    const words = seen.find(({ type }) => type === 'Provisional' || type === 'ClaimVerified' || type === 'Finished');
    const run = outcome && desk.useModel ? await open.runs.find(desk.caller, outcome.id) : undefined;
    const ranks = (run?.steps.find(({ node }) => node === 'write')?.detail['ranks'] ?? []) as readonly number[];
    asked.push({
      ranks,
      question,
      record,
      verdict: judge(question, record),
      firstWords: words?.elapsedMillis ?? null,
      calls: outcome?.usage.modelCalls ?? 0,
      lostParts: outcome?.degraded.map(({ part, code }) => (code ? `${part} ${code}` : part)) ?? [],
    });
    if (asked.length % 20 === 0)
      process.stderr.write(`${desk.useModel ? 'with' : 'without'} the model: ${asked.length} of ${questions.length}\n`);
  }
  return asked;
}

async function* tap(events: AsyncIterable<AskEvent>, seen: AskEvent[]): AsyncGenerator<AskEvent, void, undefined> {
  for await (const event of events) {
    seen.push(event);
    yield event;
  }
}

function report(name: string, without: readonly Asked[], withModel: readonly Asked[]): void {
  const row = (title: string, asked: readonly Asked[]) => {
    const answerable = asked.filter(({ question }) => question.answerable);
    const others = asked.filter(({ question }) => !question.answerable);
    const count = (list: readonly Asked[], verdict: Verdict) => list.filter((one) => one.verdict === verdict).length;
    const first = asked.flatMap(({ firstWords }) => firstWords ?? []);
    const sure = asked.filter(
      ({ record, verdict }) => record.tier === 'CONFIDENT' && verdict === 'WRONG_ANSWER',
    ).length;
    return [
      title,
      ...['RIGHT_ANSWER', 'WRONG_ANSWER', 'OVER_REFUSAL'].map((verdict) =>
        share(count(answerable, verdict as Verdict), answerable.length),
      ),
      share(others.filter(({ record }) => record.outcome === 'Answer').length, others.length),
      String(sure),
      String(sum(asked.map(({ calls }) => calls))),
      String(Math.max(...asked.map(({ calls }) => calls))),
      String(sum(asked.map(({ record }) => record.tokens))),
      String(asked.filter(({ lostParts }) => lostParts.some((part) => part.endsWith('MODEL_INVALID'))).length),
      ...[0.5, 0.95].map((part) => (percentile(first, part) ?? 0).toFixed(0)),
    ];
  };
  const columns = [
    '',
    'right',
    'wrong',
    'refused',
    'others answered',
    'wrong and CONFIDENT',
    'calls',
    'most',
    'tokens',
    'wrong shape',
    'first words p50',
    'p95',
  ].map((title, position) => (position === 0 ? { title } : { title, align: 'right' as const }));
  process.stdout.write(
    `${questions.length} questions of ${values.set}, ${cpus().length} x ${cpus()[0]?.model ?? '?'}; ${name}\n${formatTable(columns, [row('no model', without), row('with it', withModel)])}\n`,
  );
  const lost = withModel.filter(
    (one, position) =>
      one.question.answerable && without[position]?.verdict === 'RIGHT_ANSWER' && one.verdict !== 'RIGHT_ANSWER',
  );
  const won = withModel.filter(
    (one, position) =>
      one.question.answerable && without[position]?.verdict !== 'RIGHT_ANSWER' && one.verdict === 'RIGHT_ANSWER',
  );
  process.stdout.write(
    `right with it alone: ${won.length}; right without it alone: ${lost.length}${lost.length > 0 ? ` (${lost.map(({ question }) => question.id).join(', ')})` : ''}\n`,
  );
  const parts = withModel.flatMap(({ lostParts }) => lostParts);
  for (const part of new Set(parts)) process.stdout.write(`${part}: ${parts.filter((one) => one === part).length}\n`);
  if (!values.lost) return;
  for (const { question, record, verdict, ranks } of withModel.filter(({ ranks }) => ranks.length > 0))
    process.stdout.write(
      `pick ${question.id} ${verdict} ${record.confidence?.toFixed(2) ?? ''} ranks ${ranks.join(',')}\n`,
    );
  for (const { question, record, verdict } of withModel.filter(
    (one) => one.question.answerable && one.verdict !== 'RIGHT_ANSWER',
  ))
    process.stdout.write(
      `${question.id} ${verdict} ${record.reason ?? ''} ${record.confidence?.toFixed(2) ?? ''} held ${record.held} ${String(record.signals?.writerFound)} | ${question.question} | ${question.answers.slice(0, 2).join(' / ')} | ${record.text.slice(0, 160).replaceAll('\n', ' ')}\n`,
    );
}

/** Question by question: what the wording takes away from the sentence numbers, and how often it is seen. */
function compare(numbers: readonly Asked[], words: readonly Asked[]): void {
  const pairs = words.map((worded, position) => ({ worded, numbered: numbers[position] }));
  const rightOf = (asked: Asked | undefined) => asked?.verdict === 'RIGHT_ANSWER';
  const worse = pairs.filter(({ worded, numbered }) => rightOf(numbered) && !rightOf(worded));
  const lower = pairs.filter(
    ({ worded, numbered }) => numbered?.record.tier === 'CONFIDENT' && worded.record.tier !== 'CONFIDENT',
  );
  const named = (list: typeof pairs) => list.map(({ worded: { question } }) => question.id).join(', ') || 'none';
  const count = (list: readonly Asked[]) => list.filter((asked) => rightOf(asked)).length;
  process.stdout.write(
    `${words.length} questions of ${values.set}; right by numbers alone: ${count(numbers)}, worded: ${count(words)}; wrong and CONFIDENT: ${words.filter(({ record, verdict }) => record.tier === 'CONFIDENT' && verdict === 'WRONG_ANSWER').length}\n` +
      `worse than by numbers alone: ${named(worse)}\nno longer CONFIDENT: ${named(lower)}\n`,
  );
  if (worse.length > 0) process.exitCode = 1;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${part} of ${whole} (${((100 * part) / whole).toFixed(0)} %)`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
