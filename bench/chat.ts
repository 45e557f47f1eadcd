/**
 * Measures the value of a chat model: the questions of a set are asked with it and without it, and judged in the same way.
 *
 *   npm run bench chat -- --base-url URL --model NAME [--api-key KEY] [--limit 60] [--set people]
 *   npm run bench chat -- --oracle
 *   npm run bench chat -- --scripted all
 *   npm run bench chat -- --faithful [--set people] [--limit 60] [--types lookup,time] [--way all]
 *
 * --set golden, people, or the folder of another set: one in Candor's own layout, or `files` with patterns.
 *
 * Prints, beside the figures without a model: right, wrong and refused among the answerable questions, answered among
 * the others, and what was lost; calls, tokens, responses of a wrong shape, and the time to the first words. `--oracle`
 * starts a server that names the sentence that answers if it is shown, and otherwise says "not stated": the ceiling that
 * the gate allows. `--scripted` starts one that does the same wrong thing every time (chatScripts.ts): none of them may
 * cause the loss of an answer. `--faithful` asks the answerable questions of a server that names the sentences that
 * answer, and of one that also words them in its own way: by synonyms, with a yes, one against the other, two in one, as
 * a short answer, with what follows from their amounts, in another language; in turn, or each question in each way
 * (`--way all`, or one way). Quoted, and with WRITTEN and a judge that knows all. It fails if an answer is worse by the
 * wording, or wrong and CONFIDENT.
 */
import { parseArgs } from 'node:util';
import type { AskEvent } from '../src/agent/state/events.ts';
import type { AskRequest } from '../src/agent/state/request.ts';
import { openApp, type App } from '../src/app/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { newId } from '../src/db/statement.ts';
import { askQuestion } from '../src/evaluation/run/askQuestion.ts';
import { documentIdsByKey, type EvaluationContext, loadCurated } from '../src/evaluation/run/evaluationContext.ts';
import { sampleByType } from '../src/evaluation/question.ts';
import { ingestCorpus } from '../src/evaluation/run/runEvaluation.ts';
import { silentLog } from '../src/log.ts';
import type { Caller } from '../src/workspaces/caller.ts';
import { type AnswerWording, budgetRanges } from '../src/workspaces/settings.ts';
import { startOpenaiServer } from '../test/support/openaiServer.ts';
import { type Asked, compare, report } from './chatReport.ts';
import { faithful, numbersAlone, oracle, scripts, type Script, type ScriptName } from './chatScripts.ts';
import { openChatSet } from './chatSets.ts';
import { type Way, waysOf } from './chatWordings.ts';
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
    way: { type: 'string' },
    types: { type: 'string' },
    lost: { type: 'boolean', default: false },
  },
});

interface Pass {
  readonly name: string;
  /** Left out: the model at `--base-url`. */
  readonly script?: Script;
  readonly wording?: AnswerWording;
}

const types = values.types?.split(',');
const set = await openChatSet(values.set);
const all = set.questions.filter(
  ({ question: { type, answerable } }) => (types?.includes(type) ?? true) && (answerable || !values.faithful),
);
const drawn = sampleByType(
  all.map(({ question }) => question),
  values.oracle || values.scripted ? all.length : Number(values.limit),
  Number(values.seed),
);
const questions = all.filter(({ question }) => drawn.includes(question));
const { signal } = new AbortController();
const passes = await passesOf();
let script: Script | undefined;
const server = passes.some((pass) => pass.script !== undefined)
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
      ...(values.faithful ? { entailment: { ...models.entailment, kind: 'chat', model: 'judge' } as const } : {}),
    },
  },
  { log: silentLog },
);
try {
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, 'Chat');
  await ingestCorpus(app, caller, await set.corpus(signal), { signal, onIngest: () => undefined });
  const desk = {
    app,
    caller,
    documentIds: await documentIdsByKey(app, caller),
    curatedNames:
      set.curated === null ? new Map<string, string>() : await loadCurated(app, caller, set.curated, signal),
    versionTexts: new Map<string, string>(),
    signal,
  };
  // The wording is compared with the numbers alone, and not with no model.
  let before = values.faithful ? undefined : await askAll(app, { ...desk, useModel: false });
  for (const { name, script: scripted, wording } of passes) {
    script = scripted;
    if (wording) await app.updateWorkspace(caller, { wording });
    const asked = await askAll(app, { ...desk, useModel: true });
    if (!values.faithful) report(`${values.set}; ${name}`, before ?? [], asked, values.lost);
    else if (before) compare(`${values.set}; ${name}`, before, asked, values.lost);
    else before = asked;
  }
} finally {
  await app.close();
  await server?.close();
}

async function passesOf(): Promise<readonly Pass[]> {
  if (values.faithful) {
    const paraphrases = await readParaphrases();
    const ways = Object.keys(waysOf([])) as Way[];
    const wanted = values.way === 'all' ? ways : values.way === undefined ? [undefined] : [values.way as Way];
    if (wanted.some((way) => way !== undefined && !ways.includes(way)))
      throw new Error(`--way is "all", or one of ${ways.join(', ')}.`);
    return [
      { name: 'numbers alone', script: numbersAlone(all) },
      ...(['QUOTED', 'WRITTEN'] as const).flatMap((wording) =>
        wanted.map((way) => ({
          name: `${way ?? 'each way in turn'}, ${wording}`,
          script: faithful(all, paraphrases, way),
          wording,
        })),
      ),
    ];
  }
  const first: readonly Pass[] = values.oracle ? [{ name: 'oracle', script: oracle(all) }] : [];
  if (values.scripted !== undefined) {
    const names = values.scripted === 'all' ? Object.keys(scripts) : values.scripted.split(',');
    if (names.some((name) => !(name in scripts)))
      throw new Error(`--scripted is "all", or some of ${Object.keys(scripts).join(', ')}.`);
    return [...first, ...names.map((name): Pass => ({ name, script: scripts[name as ScriptName] }))];
  }
  if (values.oracle) return first;
  if (values['base-url'] === undefined) throw new Error('Give --base-url and --model, or --oracle, or --scripted.');
  return [{ name: values.model }];
}

async function askAll(open: App, desk: EvaluationContext): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const one of questions) {
    const { question } = one;
    const seen: AskEvent[] = [];
    const tapped: App = {
      ...open,
      ask: (caller, request, options) => tap(open.ask(caller, server ? unhurried(request) : request, options), seen),
    };
    const record = await askQuestion({ ...desk, app: tapped }, question, 'CANDOR');
    const last = seen.at(-1);
    const outcome = last?.type === 'Finished' ? last.outcome : null;
    const words = seen.find(({ type }) => type === 'Provisional' || type === 'ClaimVerified' || type === 'Finished');
    const run = outcome && desk.useModel ? await open.runs.find(desk.caller, outcome.id) : undefined;
    const ranks = (run?.steps.find(({ node }) => node === 'write')?.detail['ranks'] ?? []) as readonly number[];
    const found = run?.passages.map(({ text }) => text).join('\n\n') ?? '';
    const answer = outcome?.type === 'Answer' ? outcome : null;
    asked.push({
      ranks,
      question,
      record,
      verdict: one.verdictOf(record),
      states: answer !== null && one.parts.every(({ statedIn }) => statedIn(quotedIn(answer))),
      isHeld: one.parts.every(({ statedIn }) => statedIn(found)),
      written: answer?.written ?? [],
      dropped: answer?.droppedClaims ?? [],
      firstWords: words?.elapsedMillis ?? null,
      calls: outcome?.usage.modelCalls ?? 0,
      lostParts: outcome?.degraded.map(({ part, code }) => (code ? `${part} ${code}` : part)) ?? [],
    });
    if (asked.length % 20 === 0)
      process.stderr.write(`${desk.useModel ? 'with' : 'without'} the model: ${asked.length} of ${questions.length}\n`);
  }
  return asked;
}

/** A scripted model is no slower on a busy machine: what else that does must not move the figures. */
function unhurried(request: AskRequest): AskRequest {
  return { ...request, budget: { ...request.budget, maxMillis: budgetRanges.maxMillis.to } };
}

/** An answer's text with what it cites: where the text has a model's words, the quotes beside it show the answer. */
function quotedIn({ text, citations }: { readonly text: string; readonly citations: readonly { quote: string }[] }) {
  return [text, ...citations.map(({ quote }) => quote)].join('\n');
}

async function* tap(events: AsyncIterable<AskEvent>, seen: AskEvent[]): AsyncGenerator<AskEvent, void, undefined> {
  for await (const event of events) {
    seen.push(event);
    yield event;
  }
}
