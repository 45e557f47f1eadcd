import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, type ReactNode, useState, createContext, useContext } from 'react';
import { Fault } from './fault.ts';
import { ConsoleWorkspaceDocument, type ConsoleWorkspaceQuery } from './generated/graphql.ts';
import { words } from './words/words.ts';

export function Loading({ text = words.loading }: { readonly text?: string }) {
  return (
    <p className="muted loading" role="status">
      {text}
    </p>
  );
}

/** Shows a fault with what to do about it. */
export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  useKeyAskedAgain(error);
  const { message, remedy } = said(error);
  return (
    <div className="note bad" role="alert">
      <p>
        <strong>{message}</strong> {remedy}
      </p>
      {retry && (
        <button type="button" onClick={retry}>
          {words.retry}
        </button>
      )}
    </div>
  );
}

/**
 * A key can be revoked while the page is open. Then the console's first query is repeated and fails too, and the page
 * asks for another key.
 */
function useKeyAskedAgain(error: unknown) {
  const client = useQueryClient();
  const refused = error instanceof Fault && error.code === 'UNAUTHENTICATED';
  useEffect(() => {
    if (refused) void client.invalidateQueries({ queryKey: [ConsoleWorkspaceDocument.toString()] });
  }, [client, refused]);
}

function said(error: unknown): { readonly message: string; readonly remedy: string } {
  if (!(error instanceof Fault) || error.code === 'UNREACHABLE')
    return { message: words.unreachable, remedy: words.unreachableRemedy };
  return error;
}

export const pageSize = 20;

/** The position in a list: the cursors of the previous pages allow going back. */
interface Paging {
  readonly after: string | null;
  readonly pages: number;
  readonly older: (cursor: string | null) => void;
  readonly newer: () => void;
}

/** Starts again at the first page whenever `about` changes: another filter has other pages. */
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

type PageInfo = { readonly hasNextPage: boolean; readonly endCursor: string | null };

interface Given<Result, Node> {
  readonly result: UseQueryResult<Result>;
  readonly paging: Paging;
  readonly page: (data: Result) => {
    readonly nodes: readonly Node[];
    readonly pageInfo: PageInfo;
  };
  /** Shown if the list is empty. */
  readonly empty: ReactNode;
  readonly row: (node: Node) => ReactNode;
}

/** A list, shown page by page. */
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
      <Pager paging={given.paging} pageInfo={pageInfo} />
    </>
  );
}

/** The buttons to the pages before and after; nothing where there is one page only. */
export function Pager({ paging, pageInfo }: { readonly paging: Paging; readonly pageInfo: PageInfo }) {
  const { hasNextPage, endCursor } = pageInfo;
  if (!hasNextPage && paging.pages === 0) return null;
  return (
    <nav className="pager" aria-label={words.pager}>
      <button type="button" disabled={paging.pages === 0} onClick={paging.newer}>
        {words.previous}
      </button>
      <button type="button" disabled={!hasNextPage} onClick={() => paging.older(endCursor)}>
        {words.next}
      </button>
    </nav>
  );
}

/** Names and values of a `<dl className="facts">`; facts without a value are left out. */
export function FactRows({ facts }: { readonly facts: readonly (readonly [name: string, value: string | null])[] }) {
  return facts.map(
    ([name, value]) =>
      value && (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ),
  );
}

/** Sets the page's name in the tab and the history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${words.name}` : words.name;
  }, [title]);
}

type Workspace = NonNullable<ConsoleWorkspaceQuery['workspace']>;

export const WorkspaceDoor = createContext<Workspace | undefined>(undefined);

/** The workspace that the person's key belongs to. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceDoor);
  if (!workspace) throw new Error('A page stands outside of the console');
  return workspace;
}

/** Whether the person may change knowledge. The server decides; the console only hides what would be refused. */
export const useMayEdit = (): boolean => useWorkspace().role !== 'READER';
export const useMayManage = (): boolean => useWorkspace().role === 'ADMIN';
