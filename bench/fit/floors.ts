/**
 * Where to cut the alternatives: what the first screen holds and how often an off-topic question sees a passage, by the
 * floor of a passage's likelihood. From runs of `candor eval --foreign … --runs FILE` that were asked with a lower floor.
 *
 *   npm run fit floors -- FOLDER=FILE…
 */
import { formatTable } from '../../src/cli/output/table.ts';
import { readQuestions } from '../../src/evaluation/formats/readSet.ts';
import { isOnScreen } from '../../src/evaluation/judge.ts';
import { readRunRecords, type RunRecord } from '../../src/evaluation/run/runRecord.ts';

const floors = [0, 0.005, 0.02, 0.03, 0.05, 0.08, 0.1, 0.15, 0.2];

const above = (record: RunRecord, floor: number): RunRecord => ({
  ...record,
  screen: record.screen.filter(({ likelihood }) => likelihood === undefined || likelihood >= floor),
});

for (const entry of process.argv.slice(2)) {
  const [folder = '', file = ''] = entry.split('=');
  const questions = new Map((await readQuestions(folder)).map((question) => [question.id, question]));
  const records = await readRunRecords(file);
  const wanted = records.flatMap((record) => {
    const question = questions.get(record.questionId);
    return question?.answerable && question.expected === 'answer' ? [{ question, record }] : [];
  });
  const isBorrowed = ({ questionId }: RunRecord) => !questions.has(questionId);
  const isOff = ({ questionId }: RunRecord) => questions.get(questionId)?.type === 'off-topic';
  const [borrowed, off] = [records.filter(isBorrowed), records.filter(isOff)];
  const share = (count: number, all: number) => (all === 0 ? '–' : `${((100 * count) / all).toFixed(1)} %`);
  const rows = floors.map((floor) => {
    const shows = (some: readonly RunRecord[]) =>
      share(some.filter((record) => above(record, floor).screen.length > 0).length, some.length);
    const found = wanted.filter(({ question, record }) => isOnScreen(question, above(record, floor))).length;
    const passages = wanted.reduce((sum, { record }) => sum + above(record, floor).screen.length, 0);
    return [
      String(floor),
      share(found, wanted.length),
      (passages / Math.max(1, wanted.length)).toFixed(2),
      shows(borrowed),
      shows(off),
    ];
  });
  const titles = [
    'floor',
    `found@screen of ${wanted.length}`,
    'passages',
    `borrowed ${borrowed.length}`,
    `off topic ${off.length}`,
  ];
  process.stdout.write(
    `${file}\n${formatTable(
      titles.map((title) => ({ title, align: 'right' as const })),
      rows,
    )}\n\n`,
  );
}
