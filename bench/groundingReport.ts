import { formatTable } from '../src/cli/output/table.ts';
import { wilson } from '../src/confidence/calibration/forecasts.ts';

/** One line of the table: how many were judged correctly, and the share required. */
export interface Row {
  readonly name: string;
  readonly source: string;
  readonly total: number;
  /** For mutations, those caught; for true claims, the false alarms. */
  readonly hits: number;
  readonly target: { readonly least: number } | { readonly most: number };
  /** False: shown beside the target, but a miss does not fail the run. */
  readonly counts: boolean;
}

export function isMet({ total, hits, target }: Row): boolean {
  if (total === 0) return true;
  return 'least' in target ? hits / total >= target.least : hits / total <= target.most;
}

const percent = (share: number) => (100 * share).toFixed(1);

/** Formats the rows with Wilson's 95 % interval beside each share. */
export function formatRows(title: string, hits: string, rows: readonly Row[]): string {
  const right = (name: string) => ({ title: name, align: 'right' as const });
  return formatTable(
    [{ title }, { title: 'texts' }, right('n'), right(hits), right('%'), right('95 %'), right('target'), { title: '' }],
    rows.map((row) => {
      const [low, high] = wilson(row.hits, row.total) ?? [0, 1];
      const target = 'least' in row.target ? `>= ${100 * row.target.least}` : `<= ${100 * row.target.most}`;
      return [
        row.name,
        row.source,
        String(row.total),
        String(row.hits),
        row.total === 0 ? '' : percent(row.hits / row.total),
        row.total === 0 ? '' : `${percent(low)}-${percent(high)}`,
        target,
        row.total === 0 ? 'none' : isMet(row) ? 'ok' : row.counts ? 'SHORT' : 'short',
      ];
    }),
  );
}
