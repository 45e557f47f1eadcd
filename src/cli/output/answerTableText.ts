import type { AnswerTable } from '../../grounding/sentences/answerTable.ts';
import { clip, formatTable } from './table.ts';

const gap = 2;
const leastWidth = 8;

/** The rows that an answer rests on, as a table where its columns fit, else a line a cell. */
export function answerTableText({ columns, rows }: AnswerTable, width: number): string {
  const texts = rows.map(({ cells }) =>
    columns.map((column) => cells.find((cell) => cell.column === column)?.text ?? ''),
  );
  const room = Math.floor((width + gap) / columns.length) - gap;
  if (room >= leastWidth) {
    const fits = formatTable(
      columns.map((column, index) => ({
        title: clip(column, room),
        align:
          rows.every(({ cells }) => cells.every((cell) => cell.column !== column || cell.kind === 'NUMBER')) &&
          index > 0
            ? ('right' as const)
            : ('left' as const),
      })),
      texts.map((row) => row.map((text) => clip(text, Math.max(room, width - (columns.length - 1) * (room + gap))))),
    );
    if (fits.split('\n').every((line) => line.length <= width * 1.5)) return fits;
  }
  return rows
    .map(({ cells }) =>
      cells.map(({ column, text }) => `${column}: ${clip(text, width - column.length - 2)}`).join('\n'),
    )
    .join('\n\n');
}
