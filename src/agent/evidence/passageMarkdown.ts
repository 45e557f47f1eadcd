/** Of a row as canonical text has it: `Header: cell; Header: cell`. A longer header is a sentence. */
const longestHeader = 80;
/** Its heading, its list mark, its indent as code: they are Markdown already. */
const ownMark = /^(?:#{1,6} |\s*(?:[-*]|\d+[.)]) +)?/;
const code = /^ {4}/;
const marks = /[\\`*_<>[\]|~]/g;

/**
 * A passage as Markdown that shows what its text says: tables with their header, and no character of the document taken
 * for a mark. Headings, lists and code are Markdown in canonical text already.
 */
export function passageMarkdown(text: string): string {
  const written: string[] = [];
  let columns: readonly string[] = [];
  for (const line of text.split('\n')) {
    const cells = cellsOf(line);
    if (!cells) {
      if (columns.length > 0 && line.trim() !== '') written.push('');
      columns = [];
      written.push(code.test(line) ? line : escaped(line));
      continue;
    }
    const names = cells.map(([name]) => name);
    if (names.join('\n') !== columns.join('\n')) {
      if (written.length > 0 && written.at(-1) !== '') written.push('');
      written.push(rowOf(names), rowOf(names.map(() => '---')));
      columns = names;
    }
    written.push(rowOf(cells.map(([, cell]) => cell)));
  }
  return written.join('\n').trim();
}

/** Name and text of each cell; undefined if the line is no row of two named cells or more. */
function cellsOf(line: string): (readonly [name: string, cell: string])[] | undefined {
  const cells = line.split('; ').map((piece): readonly [string, string] | undefined => {
    const colon = piece.indexOf(': ');
    return colon > 0 && colon <= longestHeader ? [piece.slice(0, colon), piece.slice(colon + 2)] : undefined;
  });
  const named = cells.flatMap((cell) => (cell ? [cell] : []));
  return named.length > 1 && named.length === cells.length ? named : undefined;
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => (cell === '---' ? cell : escaped(cell, ''))).join(' | ')} |`;
}

function escaped(line: string, mark = ownMark.exec(line)?.[0] ?? ''): string {
  return mark + line.slice(mark.length).replaceAll(marks, (found) => `\\${found}`);
}
