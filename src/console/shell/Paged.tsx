import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { words } from '../words/words.ts';
import { Loading, Problem } from './state.tsx';

export const pageSize = 20;

/** Where a list stands: the cursors of the pages before, so that one can go back. */
export interface Paging {
  readonly after: string | null;
  readonly pages: number;
  readonly older: (cursor: string | null) => void;
  readonly newer: () => void;
}

/** Begins anew whenever `about` changes: another filter has other pages. */
export function usePaging(about: string): Paging {
  const [state, setState] = useState({ about, cursors: [] as readonly (string | null)[] });
  const cursors = state.about === about ? state.cursors : [];
  const go = (next: readonly (string | null)[]) => {
    setState({ about, cursors: next });
    window.scrollTo({ top: 0 });
  };
  return {
    after: cursors.at(-1) ?? null,
    pages: cursors.length,
    older: (cursor) => go([...cursors, cursor]),
    newer: () => go(cursors.slice(0, -1)),
  };
}

interface Given<Result, Node> {
  readonly result: UseQueryResult<Result>;
  readonly paging: Paging;
  readonly page: (data: Result) => {
    readonly nodes: readonly Node[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
  /** Said where the list is empty. */
  readonly empty: ReactNode;
  readonly row: (node: Node) => ReactNode;
}

/** A list a page at a time. */
export function Paged<Result, Node extends { readonly id: string }>(given: Given<Result, Node>) {
  const { data, error, refetch } = given.result;
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const { nodes, pageInfo } = given.page(data);
  if (nodes.length === 0 && given.paging.pages === 0) return <div className="nothing">{given.empty}</div>;
  return (
    <>
      <ul className="rows">
        {nodes.map((node) => (
          <li key={node.id}>{given.row(node)}</li>
        ))}
      </ul>
      <Pager paging={given.paging} hasNext={pageInfo.hasNextPage} cursor={pageInfo.endCursor} />
    </>
  );
}

function Pager({ paging, hasNext, cursor }: { paging: Paging; hasNext: boolean; cursor: string | null }) {
  if (!hasNext && paging.pages === 0) return null;
  return (
    <nav className="pager" aria-label={words.pager}>
      <button type="button" disabled={paging.pages === 0} onClick={paging.newer}>
        {words.previous}
      </button>
      <button type="button" disabled={!hasNext} onClick={() => paging.older(cursor)}>
        {words.next}
      </button>
    </nav>
  );
}
