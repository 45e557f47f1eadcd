import type { ArmFigures, RowFigures } from '../../evaluation/arms/armFigures.ts';
import { none, number, right, clip, formatTable, percent } from '../output/table.ts';
import type { LoopFigures, PresetFigures, TypeFigures } from '../../evaluation/figures/figures.ts';

/** Shows retrieval alone: one table, one by language if the set names languages, and the notes that belong to them. */
export function armsText(arms: ArmFigures): string {
  const blocks = [
    `Retrieval alone (${arms.questions} questions that can be answered)\n${rowTable(arms.rows)}`,
    ...(arms.rows.some(({ byLanguage }) => byLanguage.length > 0)
      ? [`nDCG@10 by language of the question\n${languageTable(arms.rows)}`]
      : []),
    notes(arms).join('\n'),
  ];
  return blocks.filter(Boolean).join('\n\n');
}

function rowTable(rows: readonly RowFigures[]): string {
  const inGap = rows[0]?.lexicalGap.questions ?? 0;
  const columns = [
    { title: 'retrieval' },
    right('nDCG@10'),
    right('recall@5'),
    right('recall@10'),
    right('recall@30'),
    right('all@10'),
    right('MRR'),
    right(`lexical gap recall@5 (${inGap})`),
    right('p50 ms'),
    right('p95 ms'),
  ];
  return formatTable(
    columns,
    rows.map((row) => [
      row.row,
      number(row.ndcgAt10),
      number(row.recallAt5),
      number(row.recallAt10),
      number(row.recallAt30),
      number(row.allAt10),
      number(row.meanReciprocalRank),
      number(row.lexicalGap.recallAt5),
      number(row.latency.p50, 1),
      number(row.latency.p95, 1),
    ]),
  );
}

/** One column per language, with its number of questions, in alphabetical order. */
export function languageTable(rows: readonly Pick<RowFigures, 'row' | 'byLanguage'>[]): string {
  const counts = new Map(
    rows.flatMap(({ byLanguage }) => byLanguage.map(({ language, questions }) => [language, questions] as const)),
  );
  const languages = [...counts.keys()].sort();
  const columns = [
    { title: 'retrieval' },
    ...languages.map((language) => right(`${language} (${counts.get(language)})`)),
  ];
  return formatTable(
    columns,
    rows.map(({ row, byLanguage }) => [
      row,
      ...languages.map((language) => {
        const found = byLanguage.find((figures) => figures.language === language);
        return found ? number(found.ndcgAt10) : none;
      }),
    ]),
  );
}

function notes({ rewritten, leftOut, missing, rows }: ArmFigures): string[] {
  return [
    ...(rewritten > 0 ? [`Searched by a rewrite that stands without the conversation: ${rewritten} questions.`] : []),
    ...(leftOut > 0 ? [`Left out, because they cannot be answered or name no document: ${leftOut} questions.`] : []),
    ...rows.flatMap(rowFaults),
    ...missing.map((text) => `WARNING: ${text}`),
  ];
}

/** Reports what did not work while a row was measured. */
export function rowFaults({
  row,
  degraded,
  faults,
  firstFault,
}: Pick<RowFigures, 'row' | 'degraded' | 'faults' | 'firstFault'>): string[] {
  return [
    ...degraded.map(
      ({ part, searches, firstMessage }) =>
        `${row}: ${part} did not work in ${searches} searches, first: ${clip(firstMessage, 120)}`,
    ),
    ...(faults > 0
      ? [`${row}: ${faults} searches broke and count as nothing found, first: ${clip(firstFault ?? '', 120)}`]
      : []),
  ];
}

/**
 * Shows the questions of one preset by type: their outcomes, then how the loop went and what a single search would have
 * found.
 */
export function typesText(
  { preset, byType }: Pick<PresetFigures, 'preset' | 'byType'>,
  arms: ArmFigures | null,
): string {
  return `By type, worst first: ${preset}\n${outcomeTable(byType)}\n\nThe loop by type: ${preset}\n${loopTable(preset, byType, arms)}`;
}

function outcomeTable(types: readonly TypeFigures[]): string {
  const columns = [
    { title: 'type' },
    right('questions'),
    right('judged'),
    right('right'),
    right('wrong'),
    right('abstained rightly'),
    right('clarified rightly'),
    right('refused otherwise'),
    right('over-refused'),
    right('found@screen'),
    right('shows passages'),
    right('utility'),
  ];
  return formatTable(
    columns,
    types.map((type) => {
      const counts = [
        type.rightAnswers,
        type.wrongAnswers,
        type.rightAbstentions,
        type.rightClarifications,
        type.okRefusals,
        type.overRefusals,
      ];
      return [
        type.type,
        String(type.questions),
        String(type.judged),
        ...counts.map((count) => percent(count, type.judged)),
        percent(type.onScreen, type.answerable),
        percent(type.showing, type.judged),
        number(type.utility),
      ];
    }),
  );
}

/** `single all@10` is the retrieval of the same preset with a single search, if `--arms` measured it. */
function loopTable(preset: string, types: readonly TypeFigures[], arms: ArmFigures | null): string {
  const single = arms?.rows.find(({ row }) => row === preset)?.byType;
  const columns = [
    { title: 'type' },
    right('recall@10'),
    right('all@10'),
    ...(single ? [right('single all@10')] : []),
    right('rounds'),
    right('p50 ms'),
    right('p95 ms'),
    { title: 'stop reasons' },
  ];
  return formatTable(
    columns,
    types.map((figures) => [
      figures.type,
      number(figures.recallAt10),
      number(figures.allAt10),
      ...(single ? [number(single.find(({ type }) => type === figures.type)?.allAt10 ?? null)] : []),
      number(figures.rounds, 2),
      number(figures.latency.p50, 0),
      number(figures.latency.p95, 0),
      stopReasonsText(figures),
    ]),
  );
}

function stopReasonsText({ stopReasons }: Pick<LoopFigures, 'stopReasons'>): string {
  return (
    Object.entries(stopReasons)
      .map(([reason, count]) => `${reason} ${count}`)
      .join(', ') || none
  );
}
