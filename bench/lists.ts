/**
 * Asks the questions for a list ("which roles are there", "what isn't covered") among those that were written for a
 * seventh reader, which does not ship: no reader that does was taught them. Each invented firm is a workspace.
 *
 *   mkdir lists && tar xf weights/reader/training/data.tar.xz -C lists
 *   npm run bench lists -- lists [--list]
 *
 * Prints by kind how many are answered rightly, wrongly and not at all: `list`, whose evidence is several items; `one`,
 * a single sentence; `near-miss`, which no document answers. `--list` prints each question with its outcome.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openApp, type App } from '../src/app/app.ts';
import { formatTable, right } from '../src/cli/output/table.ts';
import { loadConfig } from '../src/config/config.ts';
import { inMemory } from '../src/db/openEmbedded.ts';
import { newId } from '../src/db/statement.ts';
import { judge } from '../src/evaluation/judge.ts';
import { SetQuestion } from '../src/evaluation/question.ts';
import { askQuestion } from '../src/evaluation/run/askQuestion.ts';
import { documentIdsByKey } from '../src/evaluation/run/evaluationContext.ts';
import { asksForSeveral } from '../src/retrieval/question/answerType.ts';
import { readPath } from '../src/knowledge/ingest/readPath.ts';
import { silentLog } from '../src/log.ts';
import type { Caller } from '../src/workspaces/caller.ts';
import { readEvidenced, readWritten, type WrittenQuestion } from './fit/writtenQuestions.ts';
import { readQuestion } from '../src/retrieval/question/question.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' } } });
const [folder] = positionals;
if (!folder) throw new Error('Give the folder that weights/reader/training/data.tar.xz was unpacked into.');
const { signal } = new AbortController();

/** The files that were written for the seventh reader. */
const forSeventh = /^w\d+\.txt$/;

async function questionsOf(firm: string, path: string, written: readonly WrittenQuestion[]): Promise<SetQuestion[]> {
  return (await readEvidenced(firm, path, written)).map(({ question, documentKey, evidence, words }, position) => {
    const type = evidence.length === 0 ? 'near-miss' : evidence.length > 1 ? 'list' : 'one';
    const isAnswered = evidence.length > 0;
    return SetQuestion.parse({
      id: `${firm}-${position}`,
      question,
      answers: isAnswered ? [words.split('; ')[0]] : [],
      evidenceSentences: evidence,
      answerable: isAnswered,
      relevantDocIds: isAnswered ? [documentKey] : [],
      type,
      expected: isAnswered ? 'answer' : 'abstain',
    });
  });
}

async function askFirm(app: App, firm: string, path: string, questions: readonly SetQuestion[]) {
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

const written = readWritten(folder, forSeventh).filter(({ question }) => asksForSeveral(readQuestion(question)));
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
    if (record.signals?.placeAsked === 1) count.held += 1;
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
const titles = ['questions', 'right', 'wrong', 'not answered', 'in the list'];
process.stdout.write(`${formatTable([{ title: 'kind' }, ...titles.map(right)], rows)}\n`);
