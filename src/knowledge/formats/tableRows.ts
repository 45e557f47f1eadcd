const year = /^(19|20)\d\d$/;
const valueLike = /^[-+(]?[\p{Sc}]?\s?\d[\d\s.,:/%-]*\)?\s?[\p{Sc}%]?$|^\d{4}-\d\d-\d\d|^https?:|^\S+@\S+\.\S+$/u;
const maxName = 100;
const maxWords = 8;
/** A longer header is no name of a column, and would be repeated in each row. */
const maxHeader = 200;
/**
 * Characters that the headers of one table may add to its rows: 1 kB of headers over 250,000 short rows would make 250
 * MB.
 */
const maxLabels = 10_000_000;

/**
 * The rows of a table as they stand in canonical text, one line each: `Header: cell; Header: cell`. Without a name a
 * cell stands alone, an empty one is left out.
 */
export function rowTexts(names: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const named = names.reduce((sum, name) => sum + name.length, 0) * rows.length <= maxLabels;
  const label = (column: number) =>
    named && (names[column]?.length ?? 0) <= maxHeader ? names[column]?.replace(/:$/, '') : undefined;
  return rows.map((row) => rowText(row, label));
}

/** One of them. */
export function rowText(cells: readonly string[], nameOf: (column: number) => string | undefined): string {
  return cells
    .map((cell, column) => (cell && nameOf(column) ? `${nameOf(column)}: ${cell}` : cell))
    .filter(Boolean)
    .join('; ');
}

/**
 * The name of each column under heads of one or more rows: `Group Column`. Undefined in a head: the cell to the left
 * reaches over it.
 */
export function columnNames(heads: readonly (readonly (string | undefined)[])[]): string[] {
  const columns = heads.reduce((most, row) => Math.max(most, row.length), 0);
  const spread = heads.map((row) => {
    let last = '';
    return row.map((cell) => (last = cell ?? last));
  });
  return Array.from({ length: columns }, (_, column) =>
    [...new Set(spread.map((row) => row[column] ?? '').filter(Boolean))].join(' '),
  );
}

/** A number, date, address or share: what stands below a name and is none. */
const isValue = (cell: string): boolean => valueLike.test(cell);

/**
 * Names, not values: a header holds no number, date or address, but for years beside a first name (`Region, 2023,
 * 2024`).
 */
export function areNames(cells: readonly string[]): boolean {
  const names = cells.filter(Boolean);
  const [first = ''] = names;
  return (
    names.length > 0 &&
    !isValue(first) &&
    names.every((name) => name.length <= maxName && (year.test(name) || !isValue(name)))
  );
}

const hasDigits = (cell: string): boolean => /\d/.test(cell) && !year.test(cell);
/** `4.50` and `48.00` are of one shape, and so are `5 % of the fee` and `15 % of the fee`. */
const shapeOf = (cell: string): string => cell.replaceAll(/\d+/g, '9').toLowerCase();

/**
 * Whether the first of the rows, which nothing marks as a header, is one: short, different names above values of which
 * it has none itself. Words above words tell nothing: a table of three columns and more needs `flagged`, its author's
 * own word that its first row is special; word processors give that to every table. Of two columns it takes more, for
 * names and values look so too (`Name; Ann` above `Seats; 5`).
 */
export function looksLikeHeader(rows: readonly (readonly string[])[], { flagged = false } = {}): boolean {
  const [first = [], ...rest] = rows;
  const [corner = '', ...others] = first;
  const named = others.length > 0 && others.every(Boolean) && new Set(first).size === first.length;
  if (
    !named ||
    rest.length === 0 ||
    !areNames(first) ||
    first.some((cell) => cell.split(' ').length > maxWords || /[.!?;:]$/.test(cell) || hasDigits(cell))
  )
    return false;
  if (first.some((name, column) => name && rest.some((row) => row[column] === name))) return false;
  const below = first.map((_, column) => rest.map((row) => row[column] ?? '').filter(Boolean));
  if (first.length === 2) return rest.length > 1 && tellsPairs(below[0] ?? [], below[1] ?? []);
  const typed = first.some(
    (name, column) =>
      !year.test(name) &&
      (below[column] ?? []).filter(hasDigits).length >= Math.max((below[column]?.length ?? 0) * 0.6, 1),
  );
  return typed || (flagged && corner !== '' && rest.length > 1);
}

/** Numbers on both sides, or of one shape that is more than a bare number. */
function tellsPairs(left: readonly string[], right: readonly string[]): boolean {
  if (!right.every(hasDigits)) return false;
  const [shape = ''] = right.map(shapeOf);
  return left.every(hasDigits) || (shape !== '9' && right.every((cell) => shapeOf(cell) === shape));
}
