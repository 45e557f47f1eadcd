/**
 * Shows how a set's questions are understood in their conversations, and how close our standalone wording comes to that
 * of the set. Needs no database.
 *
 *   npx tsx bench/followUps.ts DIR [--show N]
 */
import { parseArgs } from 'node:util';
import { givenTurns } from '../src/agent/resolveRequest.ts';
import { understand, type Understood } from '../src/agent/conversation/understand.ts';
import type { TurnInput } from '../src/agent/state/request.ts';
import { readQuestions } from '../src/evaluation/formats/readSet.ts';
import type { Question } from '../src/evaluation/question.ts';
import { contentStems } from '../src/grounding/words/stems.ts';

interface Case {
  readonly question: Question;
  readonly previous: string;
  readonly understood: Understood;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'string', default: '0' } },
});
const folder = positionals[0];
if (!folder) throw new Error('Give the folder of a set.');
const print = (line: string) => process.stdout.write(`${line}\n`);

const historyOf = ({ history = [] }: Question) =>
  history
    .map(({ role, text }): TurnInput => ({ role: role === 'user' ? 'USER' : 'ASSISTANT', text: text.slice(0, 10_000) }))
    .slice(-20);

const started = performance.now();
const cases = (await readQuestions(folder)).map((question): Case => {
  const turns = givenTurns(historyOf(question)) ?? [];
  return { question, previous: turns.at(-1)?.question ?? '', understood: understand(question.question, turns) };
});
const millis = (performance.now() - started) / cases.length;

printRelations();
printNearness();
for (const { question, understood, previous } of cases
  .filter(({ understood }) => understood.relation !== 'FIRST' || understood.unresolved !== null)
  .slice(0, Number(values.show))) {
  print(
    `\n${question.id} ${question.type} ${understood.relation}${understood.unsure ? ' unsure' : ''}${understood.unresolved === null ? '' : ` unresolved "${understood.unresolved}"`}`,
  );
  print(
    `  before: ${previous.slice(0, 150)}\n  asked:  ${question.question}\n  ours:   ${understood.standalone === question.question ? '=' : understood.standalone}`,
  );
  if (question.standaloneQuestion !== undefined) print(`  theirs: ${question.standaloneQuestion}`);
}

function printRelations(): void {
  print(`${cases.length} questions, ${millis.toFixed(2)} ms each with all their turns`);
  for (const relation of ['FIRST', 'NEW_TOPIC', 'FOLLOW_UP', 'OPTION'] as const) {
    const those = cases
      .filter(({ understood }) => understood.relation === relation)
      .map(({ understood }) => understood);
    print(
      `${relation.padEnd(10)} ${those.length}, unsure ${those.filter(({ unsure }) => unsure).length}, unresolved ${those.filter(({ unresolved }) => unresolved !== null).length}`,
    );
  }
  const types = [...new Set(cases.map(({ question }) => question.type))];
  print(
    `unresolved by type: ${types
      .map((type) => {
        const those = cases.filter(({ question }) => question.type === type);
        return `${type} ${those.filter(({ understood }) => understood.unresolved !== null).length} of ${those.length}`;
      })
      .join(', ')}`,
  );
}

/** Prints the mean F1 of content stems against the set's own wording. */
function printNearness(): void {
  const worded = cases.filter(
    ({ question, understood }) => question.standaloneQuestion !== undefined && understood.relation !== 'FIRST',
  );
  if (worded.length === 0) return;
  printMeans('all', worded);
  printMeans(
    'those we changed',
    worded.filter(({ question, understood }) => understood.standalone !== question.question),
  );
}

function printMeans(which: string, worded: readonly Case[]): void {
  const mean = (wordingOf: (entry: Case) => string) =>
    (
      worded.reduce((sum, entry) => sum + nearness(wordingOf(entry), entry.question.standaloneQuestion ?? ''), 0) /
      worded.length
    ).toFixed(3);
  print(
    `F1 on ${which} (${worded.length}): ours ${mean(({ understood }) => understood.standalone)}, the question alone ${mean(({ question }) => question.question)}, with the previous question ${mean(({ question, previous }) => `${previous} ${question.question}`)}`,
  );
}

function nearness(wording: string, wanted: string): number {
  const [ours, theirs] = [contentStems(wording), contentStems(wanted)];
  const shared = [...ours].filter((stem) => theirs.has(stem)).length;
  return shared === 0 ? 0 : (2 * shared) / (ours.size + theirs.size);
}
