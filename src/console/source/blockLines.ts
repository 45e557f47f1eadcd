/** Offsets into a version's text: start is inside, end is outside. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface Line extends Stretch {
  readonly text: string;
}

/** The lines of a block that begins at `start` of its version. */
export function linesOf(text: string, start: number): readonly Line[] {
  let at = start;
  return text.split('\n').map((line) => {
    const found = { text: line, start: at, end: at + line.length };
    at += line.length + 1;
    return found;
  });
}

export interface Rows {
  readonly headers: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: Line }[];
}

/**
 * The cells of rows such as `Plan: Pro; Fee: 9`; undefined unless every row has the headers of the first, for a cell
 * may hold the same signs.
 */
export function cellsOf(lines: readonly Line[]): Rows | undefined {
  const rows = lines.filter(({ text }) => text.trim() !== '').map((line) => ({ line, pairs: pairsOf(line.text) }));
  const headers = rows[0]?.pairs.map(([header]) => header) ?? [];
  if (headers.length < 2 || new Set(headers).size !== headers.length) return undefined;
  const same = rows.every(
    ({ pairs }) => pairs.length === headers.length && pairs.every(([header], index) => header === headers[index]),
  );
  return same
    ? { headers, rows: rows.map(({ line, pairs }) => ({ line, cells: pairs.map(([, cell]) => cell) })) }
    : undefined;
}

function pairsOf(text: string): (readonly [header: string, cell: string])[] {
  return text.split('; ').map((pair) => {
    const at = pair.indexOf(': ');
    return at < 0 ? (['', pair] as const) : ([pair.slice(0, at), pair.slice(at + 2)] as const);
  });
}
