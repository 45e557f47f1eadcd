import type { ArmFigures } from '../../evaluation/arms/armFigures.ts';
import type { LoopFigures, PresetFigures, TypeFigures } from '../../evaluation/figures/figures.ts';
import { none, number, percent, right } from './figureCells.ts';
import { formatTable } from '../output/table.ts';

/**
 * One preset's questions by type, for a person: what became of them, then how the loop went and what one search would
 * have found.
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
        number(type.utility),
      ];
    }),
  );
}

/** `single all@10`: the same preset's retrieval asked once, where `--arms` measured it. */
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
