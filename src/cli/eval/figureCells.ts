import type { Column } from '../output/table.ts';

/** What stands where there is no figure. */
export const none = '–';

export const number = (value: number | null, digits = 3) => (value === null ? none : value.toFixed(digits));
export const percent = (part: number, whole: number) => (whole === 0 ? none : `${((100 * part) / whole).toFixed(1)} %`);
export const rate = (value: number | null) => (value === null ? none : `${(100 * value).toFixed(1)} %`);
export const right = (title: string): Column => ({ title, align: 'right' });
/** An interval of shares in whole per cent. */
export const between = (interval: readonly [low: number, high: number] | null) =>
  interval ? `${(100 * interval[0]).toFixed(0)}–${(100 * interval[1]).toFixed(0)} %` : none;
