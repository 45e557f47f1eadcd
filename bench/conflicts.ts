/**
 * Measures how often it is told that two documents contradict each other, and how often of two that only look so
 * (conflicts/README.md). Each case is asked about in a workspace of its own.
 *
 *   npm run bench conflicts -- [--half own|apart] [--kind KIND] [--audit] [--list] [--json]
 *
 * Without `--half`, both. `--list` prints what was missed or wrongly claimed (of `apart`, the names of the cases alone),
 * `--json` everything instead. `--audit` asks nothing: it counts what `candor audit conflicts` finds, and of what only looks
 * so, whose answer is a side of it. `npm run bench ramdocs-conflicts` measures the same over a set.
 */
import { parseArgs } from 'node:util';
import type { Answer, Outcome } from '../src/agent/state/outcome.ts';
import { type App, openApp } from '../src/app/app.ts';
import { formatTable, right } from '../src/cli/output/table.ts';
import { loadConfig } from '../src/config/config.ts';
import { newId } from '../src/db/statement.ts';
import { silentLog } from '../src/log.ts';
import { groupBy } from '../src/stats.ts';
import type { Caller } from '../src/workspaces/caller.ts';
import { type CaseHalf, caseHalves, type CaseQuestion, type ConflictCase, readCases } from './conflicts/readCases.ts';

interface AskedCase extends CaseQuestion {
  readonly half: CaseHalf;
  readonly id: string;
  readonly outcome: Outcome['type'];
  readonly tier: Outcome['tier'];
  readonly confidence: number;
  readonly text: string;
  /** What was told: the words of each contradiction's sides. */
  readonly told: readonly (readonly string[])[];
  /** Of a contradiction: that this one was told. Of others: that some was. */
  readonly isTold: boolean;
  /** Whether the answer's text has the words; of a contradiction, those of both sides. */
  readonly isSaid: boolean;
}

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    kind: { type: 'string' },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    audit: { type: 'boolean', default: false },
  },
});
const halves = caseHalves.filter((name) => values.half === undefined || name === values.half);
if (halves.length === 0) throw new Error(`--half is one of ${caseHalves.join(', ')}.`);

const unasked = { outcome: 'Answer', tier: 'UNCERTAIN', confidence: 0, text: '', isSaid: false } as const;
const asked: AskedCase[] = [];
const app = await openApp({ ...loadConfig({}), dataFolder: 'memory://', logLevel: 'silent' }, { log: silentLog });
try {
  for (const half of halves)
    for (const each of await readCases(half))
      if (values.kind === undefined || each.questions.some(({ kind }) => kind === values.kind))
        asked.push(...(await askCase(app, half, each)));
} finally {
  await app.close();
}
if (values.json) process.stdout.write(`${JSON.stringify(asked, null, 2)}\n`);
else for (const half of halves) print(half, asked);

async function askCase(
  { workspaces, ingest, ask, conflicts }: App,
  half: CaseHalf,
  { id, files, questions }: ConflictCase,
): Promise<AskedCase[]> {
  const { signal } = new AbortController();
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await workspaces.ensure(caller.workspaceId, id);
  const { results } = await ingest(caller, files, { signal });
  const failed = results.find(({ error }) => error);
  if (failed) throw new Error(`${id}: ${failed.key}: ${failed.error?.message ?? ''}`);
  const found: AskedCase[] = [];
  if (values.audit) {
    await conflicts.audit(caller);
    const told = (await conflicts.list(caller, null)).map(({ sides }) => sides.map(({ quote }) => quote));
    return questions.map((question) => ({ half, id, ...question, ...unasked, told, isTold: isAmong(told, question) }));
  }
  for (const question of questions)
    for await (const event of ask(caller, { question: question.question }, { signal }))
      if (event.type === 'Finished') found.push({ half, id, ...question, ...judged(question, event.outcome) });
  return found;
}

/** Whether one of what was told has the words of a question. */
function isAmong(told: AskedCase['told'], { words }: CaseQuestion): boolean {
  return told.some((sides) => words.every((some) => sides.some((side) => holds(side, some))));
}

function judged(question: CaseQuestion, outcome: Outcome) {
  const { kind, contradicts, words } = question;
  const { type, tier, confidence } = outcome;
  const text = type === 'Answer' ? outcome.text : type === 'Abstention' ? outcome.message : outcome.text;
  const told = type === 'Answer' ? toldBy(outcome, kind) : [];
  return {
    outcome: type,
    tier,
    confidence: confidence.value,
    text,
    told,
    isTold: contradicts ? isAmong(told, question) : told.length > 0,
    isSaid: type === 'Answer' && words.every((some) => holds(text, some)),
  };
}

/** That a later edition says something else is true of `editions`, and is no contradiction there. */
function toldBy({ conflicts, notices, citations }: Answer, kind: string): string[][] {
  const open = conflicts.filter(({ resolution }) => kind !== 'editions' || resolution !== 'NEWER_VERSION');
  const cited = citations.map(({ quote }) => quote);
  const differing = notices.filter(({ kind: notice }) => notice === 'SOURCES_DIFFER');
  return [
    ...open.map(({ sides }) => sides.map(({ quote }) => quote)),
    ...differing.map(({ quote }) => [...cited, quote ?? '']),
  ];
}

function holds(text: string, words: string): boolean {
  const plain = (some: string) => some.toLowerCase().replace(/\s+/g, ' ');
  return plain(text).includes(plain(words));
}

function print(half: CaseHalf, all: readonly AskedCase[]): void {
  const some = all.filter((each) => each.half === half);
  const [contradicting, harmless] = [some.filter((each) => each.contradicts), some.filter((each) => !each.contradicts)];
  process.stdout.write(`${table(`${half}: contradict`, 'found', contradicting)}\n\n`);
  process.stdout.write(`${table(`${half}: only look so`, 'claimed', harmless)}\n\n`);
  if (values.list)
    for (const each of some.filter(({ contradicts, isTold }) => contradicts !== isTold))
      process.stdout.write(half === 'apart' ? `${each.id} ${each.kind}\n` : described(each));
}

function table(title: string, toldTitle: string, some: readonly AskedCase[]): string {
  const count = (of: readonly AskedCase[], is: (each: AskedCase) => boolean) => String(of.filter(is).length);
  const row = (name: string, of: readonly AskedCase[]) => [
    name,
    String(of.length),
    count(of, ({ isTold }) => isTold),
    of.length === 0 ? '-' : ((100 * of.filter(({ isTold }) => isTold).length) / of.length).toFixed(0),
    count(of, ({ isSaid }) => isSaid),
    count(of, ({ outcome }) => outcome !== 'Answer'),
    count(of, ({ tier, isSaid }) => tier === 'CONFIDENT' && !isSaid),
  ];
  const titles = ['asked', toldTitle, '%', 'said', 'no answer', 'CONFIDENT, not said'].map((each) => right(each));
  const kinds = [...groupBy(some, ({ kind }) => kind)].map(([kind, of]) => row(kind, of));
  return formatTable([{ title }, ...titles], [...kinds, row('all', some)]);
}

function described({
  id,
  kind,
  contradicts,
  question,
  outcome,
  tier,
  confidence,
  text,
  told,
  words,
}: AskedCase): string {
  const lines = [
    `${id} ${kind} ${contradicts ? 'MISSED' : 'CLAIMED'} ${outcome} ${tier} ${confidence.toFixed(2)}: ${question}`,
    `  ${words.join(' | ')}`,
    `  answered: ${text.replace(/\s+/g, ' ')}`,
    ...told.map((sides) => `  told: ${sides.join(' | ').replace(/\s+/g, ' ')}`),
  ];
  return `${lines.join('\n')}\n`;
}
