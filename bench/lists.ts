/**
 * Asks the questions for a list ("which roles are there", "what isn't covered") among those that were written for a
 * seventh reader, which does not ship: no reader that does was taught them. Each invented firm is a workspace.
 *
 *   mkdir lists && tar xf weights/reader/training/data.tar.xz -C lists
 *   npm run bench:lists -- lists [--list]
 *
 * Prints by kind how many are answered rightly, wrongly and not at all: `list`, whose evidence is several items; `one`,
 * a single sentence; `near-miss`, which no document answers. `--list` prints each question with its outcome.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openApp, type App } from '../src/app.ts';
import { formatTable, right } from '../src/cli/output/table.ts';
import { loadConfig } from '../src/config.ts';
import { inMemory } from '../src/db/openEmbedded.ts';
import { newId } from '../src/db/statement.ts';
import { judge } from '../src/evaluation/judge.ts';
import { Question } from '../src/evaluation/question.ts';
import { askQuestion } from '../src/evaluation/run/askQuestion.ts';
import { documentIdsByKey } from '../src/evaluation/run/evaluationContext.ts';
import { asksForSeveral } from '../src/grounding/answerability/answerType.ts';
import { draftDocument } from '../src/knowledge/cut/draftDocument.ts';
import { canonicalDocument } from '../src/knowledge/ingest/canonical.ts';
import { readPath } from '../src/knowledge/ingest/readPath.ts';
import { sentences } from '../src/knowledge/sentences.ts';
import { silentLog } from '../src/log.ts';
import type { Caller } from '../src/workspaces/caller.ts';
import { inlineParser } from '../test/support/parser.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' } } });
const [folder] = positionals;
if (!folder) throw new Error('Give the folder that weights/reader/training/data.tar.xz was unpacked into.');
const { signal } = new AbortController();
/** The size of the passages that the questions name by their place (weights/reader/training/cut.mts). */
const passageWords = 180;

interface Written {
  readonly passage: string;
  readonly question: string;
  /** Numbers of the sentences that answer, from 1; empty: none does. */
  readonly numbers: readonly number[];
  /** The first of the words that answer. */
  readonly words: string;
}

/** The questions of the files for the seventh reader, in the form that WRITING.md gives. */
function readWritten(root: string): Written[] {
  return readdirSync(join(root, 'q'))
    .filter((name) => /^w\d+\.txt$/.test(name))
    .flatMap((name) => {
      let passage = '';
      return readFileSync(join(root, 'q', name), 'utf8')
        .split('\n')
        .flatMap((line): Written[] => {
          if (line.startsWith('= ')) passage = line.slice(2).trim();
          const [, question, numbers, words] = /^[QN] ([^|]+?)(?: \| ([\d,]+) \| (.+))?$/.exec(line) ?? [];
          if (question === undefined) return [];
          const listed = numbers?.split(',').map(Number) ?? [];
          return [{ passage, question, numbers: listed, words: words?.split('; ')[0] ?? '' }];
        });
    });
}

/** The passages of a firm by their id, each with its document and its sentences. */
async function readPassages(firm: string, path: string) {
  const found = new Map<string, { readonly key: string; readonly sentences: readonly string[] }>();
  const { documents } = await readPath(path, { signal });
  let nth = 0;
  for await (const input of documents) {
    nth += 1;
    const canonical = await canonicalDocument(input, { parser: inlineParser });
    const kept = draftDocument(canonical, passageWords).chunks.filter(({ omitReason }) => omitReason === null);
    for (const [place, { text }] of kept.entries())
      found.set(`${firm}-${nth}.${place + 1}`, {
        key: canonical.key,
        sentences: sentences(text).map(({ start, end }) => text.slice(start, end)),
      });
  }
  return found;
}

async function questionsOf(firm: string, path: string, written: readonly Written[]): Promise<Question[]> {
  const passages = await readPassages(firm, path);
  return written.flatMap(({ passage, question, numbers, words }, position) => {
    const source = passages.get(passage);
    if (!source) return [];
    const evidence = numbers.flatMap((number) => source.sentences[number - 1] ?? []);
    const type = evidence.length === 0 ? 'near-miss' : evidence.length > 1 ? 'list' : 'one';
    const isAnswered = evidence.length > 0;
    return [
      Question.parse({
        id: `${firm}-${position}`,
        question,
        answers: isAnswered ? [words] : [],
        evidenceSentences: evidence,
        answerable: isAnswered,
        relevantDocIds: isAnswered ? [source.key] : [],
        type,
        expected: isAnswered ? 'answer' : 'abstain',
      }),
    ];
  });
}

async function askFirm(app: App, firm: string, path: string, questions: readonly Question[]) {
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, firm);
  const { documents } = await readPath(path, { signal });
  await app.ingest(caller, documents, { signal });
  const documentIds = await documentIdsByKey(app, caller);
  const desk = { app, caller, documentIds, curatedNames: new Map<string, string>(), useModel: false, signal };
  const told = [];
  for (const question of questions) {
    const record = await askQuestion({ ...desk, versionTexts: new Map() }, question, 'CANDOR');
    told.push({ question, record, verdict: judge(question, record) });
  }
  return told;
}

const written = readWritten(folder).filter(({ question }) => asksForSeveral(question));
const app = await openApp({ ...loadConfig({}), dataFolder: inMemory, logLevel: 'silent' }, { log: silentLog });
const counts = new Map<string, { rightly: number; wrong: number; refused: number; held: number }>();
for (const firm of readdirSync(join(folder, 'kb')).sort()) {
  const path = join(folder, 'kb', firm);
  const own = written.filter(({ passage }) => passage.startsWith(`${firm}-`));
  if (own.length === 0) continue;
  for (const { question, record, verdict } of await askFirm(app, firm, path, await questionsOf(firm, path, own))) {
    const count = counts.get(question.type) ?? { rightly: 0, wrong: 0, refused: 0, held: 0 };
    counts.set(question.type, count);
    if (verdict === 'RIGHT_ANSWER') count.rightly += 1;
    else if (verdict === 'WRONG_ANSWER') count.wrong += 1;
    else count.refused += 1;
    if (record.signals?.listMatched === true) count.held += 1;
    if (values.list)
      process.stdout.write(`${verdict} ${(record.confidence ?? 0).toFixed(2)} ${firm}: ${question.question}\n`);
  }
  process.stderr.write(`${firm}: ${own.length} questions\n`);
}
await app.close();
const rows = [...counts].map(([type, { rightly, wrong, refused, held }]) => [
  type,
  ...[rightly + wrong + refused, rightly, wrong, refused, held].map(String),
]);
const titles = ['questions', 'right', 'wrong', 'not answered', 'list matched'];
process.stdout.write(`${formatTable([{ title: 'kind' }, ...titles.map(right)], rows)}\n`);
