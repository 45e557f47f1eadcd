import { Fragment } from 'react';
import type { BlockKind } from './generated/graphql.ts';

export interface Block {
  readonly kind: BlockKind;
  readonly text: string;
  readonly level: number | null;
  readonly span: Stretch;
}

interface Given {
  readonly blocks: readonly Block[];
  readonly mark?: Stretch;
  /** Whether a block differs from the version beside it. */
  readonly changed?: (block: Block) => boolean;
}

/** A version's parsed text, with one stretch marked. */
export function Blocks({ blocks, mark = nowhere, changed = () => false }: Given) {
  return blocks.map((block) =>
    changed(block) ? (
      <div key={block.span.start} className="changed">
        <BlockView block={block} mark={mark} />
      </div>
    ) : (
      <BlockView key={block.span.start} block={block} mark={mark} />
    ),
  );
}

const nowhere: Stretch = { start: -1, end: -1 };

interface Part {
  readonly block: Block;
  readonly mark: Stretch;
}

function BlockView({ block, mark }: Part) {
  switch (block.kind) {
    case 'HEADING':
      return (
        <p role="heading" aria-level={(block.level ?? 1) + 2} className={`block-heading level-${block.level ?? 1}`}>
          <Marked text={block.text.replace(/^#+ /, '')} at={block.span.start + headingMark(block.text)} mark={mark} />
        </p>
      );
    case 'TABLE':
      return <Table block={block} mark={mark} />;
    case 'CODE':
      return (
        <pre className="block-code">
          <Marked text={block.text} at={block.span.start} mark={mark} />
        </pre>
      );
    default:
      return (
        <p className="as-written">
          <Marked text={block.text} at={block.span.start} mark={mark} />
        </p>
      );
  }
}

const headingMark = (text: string) => /^#+ /.exec(text)?.[0].length ?? 0;

/**
 * Shows rows of the form `Header: cell; Header: cell` as a table if all have the same headers, otherwise as plain
 * lines.
 */
function Table({ block, mark }: Part) {
  const lines = linesOf(block.text, block.span.start);
  const rows = cellsOf(lines);
  if (!rows) return <Lines block={block} mark={mark} />;
  return (
    <div className="block-table" tabIndex={0} role="region" aria-label={rows.headers.join(', ')}>
      <table>
        <thead>
          <tr>
            {rows.headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map(({ cells, line }) => (
            <tr key={line.start}>
              {cells.map((cell, index) => (
                <td key={index}>{meets(line, mark) ? <mark>{cell}</mark> : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Lines({ block, mark }: Part) {
  return (
    <p className="as-written">
      <Marked text={block.text} at={block.span.start} mark={mark} />
    </p>
  );
}

const meets = (a: Stretch, b: Stretch) => a.start < b.end && b.start < a.end;

function Marked({ text, at, mark }: { readonly text: string; readonly at: number; readonly mark: Stretch }) {
  if (!meets({ start: at, end: at + text.length }, mark)) return text;
  const [from, to] = [Math.max(0, mark.start - at), Math.min(text.length, mark.end - at)];
  return (
    <Fragment>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </Fragment>
  );
}

/** Offsets into a version's text: the start is inclusive, the end exclusive. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Line extends Stretch {
  readonly text: string;
}

/** The lines of a block that begins at `start` of its version. */
function linesOf(text: string, start: number): readonly Line[] {
  let at = start;
  return text.split('\n').map((line) => {
    const found = { text: line, start: at, end: at + line.length };
    at += line.length + 1;
    return found;
  });
}

interface Rows {
  readonly headers: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: Line }[];
}

/**
 * The cells of rows such as `Plan: Pro; Fee: 9`; undefined unless every row has the headers of the first. A cell may
 * itself contain the same separators.
 */
function cellsOf(lines: readonly Line[]): Rows | undefined {
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
