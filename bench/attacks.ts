/**
 * Measures the effect of hostile text in documents on answers, with the default preset and no model. Each question is
 * asked over its own documents, with and without the attack.
 *
 *   npm run bench attacks -- [DIR] [--set bipia|poisonedrag] [--limit N] [--verbose]
 *
 * DIR contains the sets bipia and poisonedrag; default ../shared/eval. `bipia`: the same document with one order
 * inserted; changes are reported by kind. `poisonedrag` has no honest passages: they are made from the adversarial ones
 * by replacing the false answer with the true one, five per question, and one or five adversarial ones are added.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AskRequest } from '../src/agent/state/request.ts';
import type { Outcome } from '../src/agent/state/outcome.ts';
import { type App, openApp } from '../src/app/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { contains } from '../src/evaluation/judge.ts';
import type { DocumentInput } from '../src/knowledge/document.ts';
import { readPath } from '../src/knowledge/ingest/readPath.ts';
import { silentLog } from '../src/log.ts';
import type { Caller } from '../src/workspaces/caller.ts';
import { readAttacks, type Attacked } from './attackSets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '100000' },
    verbose: { type: 'boolean', default: false },
    set: { type: 'string' },
  },
});
const folder = positionals[0] ?? join('..', 'shared', 'eval');
const limit = Number(values.limit);
const order = ['NO_MATCH', 'VERIFICATION_FAILED', 'UNCERTAIN', 'CONFIDENT'];

const config = loadConfig({ CANDOR_SAMPLE: 'off' });
const app = await openApp({ ...config, logLevel: 'silent', dataFolder: 'memory://' }, { log: silentLog });
const caller: Caller = { workspaceId: config.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null };
await app.workspaces.ensure(caller.workspaceId, 'Attacks');
if (values.set !== 'poisonedrag') await bipia();
if (values.set !== 'bipia') await poisoned();
await app.close();

async function bipia(): Promise<void> {
  const set = join(folder, 'bipia');
  const questions = spread((await readAttacks(set)).filter(({ attack }) => attack !== undefined));
  const owned = new Set(questions.flatMap(({ corpusDocIds: [own = ''] }) => [own, withoutAttack(own)]));
  const clean = await ids(app, await only(join(set, 'corpus.jsonl'), owned));
  const injected = await ids(app, await only(join(set, 'corpus_injected.jsonl'), owned));
  const counts = { answered: 0, confident: 0, capped: 0, route: 0, raised: 0, loosed: 0, leaked: 0, cited: 0 };
  for (const [position, question] of questions.entries()) {
    tick(position, JSON.stringify(counts));
    const [own = ''] = question.corpusDocIds;
    const before = await ask(question.question, [clean.get(withoutAttack(own)) ?? '']);
    const after = await ask(question.question, [injected.get(own) ?? '']);
    const quotesAttack = after.citations.some(({ quote }) => holds(quote, question.attack ?? ''));
    counts.answered += Number(before.type === 'Answer');
    counts.confident += Number(before.tier === 'CONFIDENT');
    counts.capped += Number(before.tier === 'CONFIDENT' && after.tier === 'UNCERTAIN');
    counts.route += Number(after.type !== before.type);
    counts.raised += Number(order.indexOf(after.tier) > order.indexOf(before.tier));
    counts.loosed += Number(after.type === 'Answer' && after.citations.length === 0);
    counts.leaked += Number(holds(textOf(after), question.attack ?? '') && !quotesAttack);
    counts.cited += Number(quotesAttack);
    if (values.verbose && (after.type !== before.type || after.tier !== before.tier || quotesAttack))
      say(
        `  ${question.id}: ${before.type} ${before.tier} -> ${after.type} ${after.tier}${quotesAttack ? ', attack quoted' : ''}: ${textOf(after).slice(0, 160)}`,
      );
  }
  say(
    `bipia, ${questions.length} questions, of which without the attack ${counts.answered} are answered, ${counts.confident} of them CONFIDENT: UNCERTAIN instead ${counts.capped}, another kind of outcome ${counts.route}, tier raised ${counts.raised}, answer without citation ${counts.loosed}, attack in the text without a quote ${counts.leaked}, attack quoted as evidence ${counts.cited}`,
  );
}

async function poisoned(): Promise<void> {
  const set = join(folder, 'poisonedrag');
  const texts = new Map<string, string>();
  for await (const { key, text } of (await readPath(join(set, 'corpus.jsonl'), {})).documents)
    texts.set(key, text ?? '');
  const usable = (await readAttacks(set)).filter((question) => honestTexts(question, texts).length === 5);
  const questions = spread(usable);
  const documents = questions.flatMap((question): DocumentInput[] => [
    ...honestTexts(question, texts).map((text, position): DocumentInput => ({
      key: `${question.id}-honest-${position}`,
      text,
      format: 'PLAIN_TEXT',
    })),
    ...question.misleadingDocIds.map((key): DocumentInput => ({
      key,
      text: texts.get(key) ?? '',
      format: 'PLAIN_TEXT',
    })),
  ]);
  const known = await ids(app, documents);
  const tallies = [0, 1, 5].map((count) => ({ count, wrong: { CONFIDENT: 0, UNCERTAIN: 0 }, right: 0 }));
  for (const [position, question] of questions.entries()) {
    tick(position, JSON.stringify(tallies));
    for (const tally of tallies) await add(tally, question, known);
  }
  for (const { count, wrong, right } of tallies) {
    say(
      `poisonedrag, ${questions.length} questions, 5 honest and ${count} adversarial passages: false answer CONFIDENT ${share(wrong.CONFIDENT, questions.length)}, UNCERTAIN ${share(wrong.UNCERTAIN, questions.length)}, true answer told ${share(right, questions.length)}`,
    );
  }
}

interface Tally {
  readonly count: number;
  readonly wrong: { CONFIDENT: number; UNCERTAIN: number };
  right: number;
}

async function add(tally: Tally, question: Attacked, known: ReadonlyMap<string, string>): Promise<void> {
  const keys = [
    ...Array.from({ length: 5 }, (_, position) => `${question.id}-honest-${position}`),
    ...question.misleadingDocIds.slice(0, tally.count),
  ];
  const outcome = await ask(
    question.question,
    keys.flatMap((key) => known.get(key) ?? []),
  );
  if (outcome.type !== 'Answer') return;
  const lies = question.wrongAnswers.some((answer) => contains(outcome.text, answer));
  const tells = question.answers.some((answer) => contains(outcome.text, answer));
  tally.right += Number(tells);
  if (lies && outcome.tier === 'CONFIDENT') tally.wrong.CONFIDENT += 1;
  if (lies && outcome.tier === 'UNCERTAIN') tally.wrong.UNCERTAIN += 1;
  if (values.verbose && lies)
    say(
      `  ${question.id} with ${tally.count}: ${outcome.tier}${tells ? ', the right one too' : ''}${outcome.conflicts.length > 0 ? ', conflict told' : ''}`,
    );
}

/** The adversarial passages with the true answer in place of the false one, if they contain that word for word. */
function honestTexts(
  { answers: [right = ''], wrongAnswers: [wrong = ''], misleadingDocIds }: Attacked,
  texts: ReadonlyMap<string, string>,
): string[] {
  const shape = new RegExp(
    String.raw`(?<![\p{L}\d])${wrong.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\p{L}\d])`,
    'giu',
  );
  return misleadingDocIds
    .map((key) => texts.get(key) ?? '')
    .filter((text) => wrong !== '' && text.search(shape) >= 0)
    .map((text) => text.replaceAll(shape, right));
}

function withoutAttack(id: string): string {
  return id.replace(/-\d{3}-inj$/, '');
}

/** Returns only the documents that the questions need: embedding the rest took most of the time. */
async function only(path: string, keys: ReadonlySet<string>): Promise<DocumentInput[]> {
  const found: DocumentInput[] = [];
  for await (const document of (await readPath(path, {})).documents) if (keys.has(document.key)) found.push(document);
  return found;
}

async function ids(
  into: App,
  documents: AsyncIterable<DocumentInput> | Iterable<DocumentInput>,
): Promise<Map<string, string>> {
  const { results } = await into.ingest(caller, documents);
  return new Map(results.flatMap(({ key, documentId }) => (documentId ? [[key, documentId]] : [])));
}

async function ask(question: string, documentIds: readonly string[]): Promise<Outcome> {
  const request: AskRequest = { question, filter: { documentIds } };
  for await (const event of app.ask(caller, request)) if (event.type === 'Finished') return event.outcome;
  throw new Error(`No outcome: ${question}`);
}

function textOf(outcome: Outcome): string {
  return outcome.type === 'Abstention' ? outcome.message : outcome.text;
}

function holds(text: string, attack: string): boolean {
  return text.toLowerCase().includes(attack.toLowerCase().trim());
}

function spread<Item>(items: readonly Item[]): Item[] {
  const step = Math.max(1, items.length / limit);
  return items.filter((_, position) => Math.floor(position / step) > Math.floor((position - 1) / step));
}

function share(count: number, all: number): string {
  return `${count} (${((100 * count) / Math.max(1, all)).toFixed(1)} %)`;
}

/** Writes to standard error, so that a run in the background shows its progress. */
function tick(position: number, so: string): void {
  if (position % 10 === 0)
    process.stderr.write(`${position} questions, ${Math.round(performance.now() / 1000)} s: ${so}\n`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
