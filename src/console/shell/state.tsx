import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Fault } from '../api/fault.ts';
import { ConsoleWorkspaceDocument } from '../generated/graphql.ts';
import { words } from '../words/words.ts';

export function Loading({ text = words.loading }: { readonly text?: string }) {
  return (
    <p className="muted" role="status">
      {text}
    </p>
  );
}

/** A fault with what to do about it. */
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
 * A key can be revoked while the page is open. Then the console's first query fails as well, and the page asks for
 * another key.
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
