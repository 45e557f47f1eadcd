const year = /^(19|20)\d\d$/;
const valueLike = /^[-+(]?[\p{Sc}]?\s?\d[\d\s.,:/%-]*\)?\s?[\p{Sc}%]?$|^\d{4}-\d\d-\d\d|^https?:|^\S+@\S+\.\S+$/u;
const maxName = 100;
const maxWords = 8;
/** A longer header is no name of a column, and would be repeated in each row. */
const maxHeader = 200;
/** Characters that the headers of one table may add to its rows: 1 kB of headers over 250,000 short rows would make 250 MB. */
const maxLabels = 10_000_000;

/** The rows of a table as they stand in canonical text, one line each: `Header: cell; Header: cell`. Without a name a cell stands alone, an empty one is left out. */
export function rowTexts(names: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const named = names.reduce((sum, name) => sum + name.length, 0) * rows.length <= maxLabels;
  const label = (column: number) => (named && (names[column]?.length ?? 0) <= maxHeader ? names[column]?.replace(/:$/, '') : undefined);
  return rows.map((row) => rowText(row, label));
}

/** One of them. */
export function rowText(cells: readonly string[], nameOf: (column: number) => string | undefined): string {
  return cells.map((cell, column) => (cell && nameOf(column) ? `${nameOf(column)}: ${cell}` : cell)).filter(Boolean).join('; ');
}

/** The name of each column under heads of one or more rows: `Group Column`. Undefined in a head: the cell to the left reaches over it. */
export function columnNames(heads: readonly (readonly (string | undefined)[])[]): string[] {
  const columns = heads.reduce((most, row) => Math.max(most, row.length), 0);
  const spread = heads.map((row) => {
    let last = '';
    return row.map((cell) => (last = cell ?? last));
  });
  return Array.from({ length: columns }, (_, column) => [...new Set(spread.map((row) => row[column] ?? '').filter(Boolean))].join(' '));
}

/** A number, date, address or share: what stands below a name and is none. */
export const isValue = (cell: string): boolean => valueLike.test(cell);

/** Names, not values: a header holds no number, date or address, but for years beside a first name (`Region, 2023, 2024`). */
export function areNames(cells: readonly string[]): boolean {
  const names = cells.filter(Boolean);
  const [first = ''] = names;
  return names.length > 0 && !isValue(first) && names.every((name) => name.length <= maxName && (year.test(name) || !isValue(name)));
}

/**
 * Whether the first of the rows, which nothing marks as a header, is one: short, different names above values of which it has none itself.
 * Words above words tell nothing (`Name; Ann` above `Role; Editor`): a table of three columns and more needs `flagged`, its author's own
 * word that its first row is special; word processors give that to every table.
 */
export function looksLikeHeader(rows: readonly (readonly string[])[], { flagged = false } = {}): boolean {
  const [first = [], ...rest] = rows;
  const [corner = '', ...others] = first;
  const named = others.length > 0 && others.every(Boolean) && new Set(first).size === first.length;
  if (!named || rest.length === 0 || !areNames(first) || first.some((cell) => cell.split(' ').length > maxWords || /[.!?;:]$/.test(cell))) return false;
  const digits = (cell: string) => /\d/.test(cell) && !year.test(cell);
  if (first.some(digits)) return false;
  const enough = rest.length > 1 || first.length > 2;
  const typed = first.some((name, column) => {
    const below = rest.map((row) => row[column] ?? '').filter(Boolean);
    return !year.test(name) && below.length > 0 && below.filter((cell) => /\d/.test(cell)).length >= below.length * (first.length > 2 ? 0.6 : 0.9);
  });
  const repeats = first.some((name, column) => name && rest.some((row) => row[column] === name));
  return enough && !repeats && (typed || (flagged && first.length > 2 && corner !== '' && rest.length > 1));
}
