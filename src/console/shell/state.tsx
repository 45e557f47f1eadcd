import { Fault } from '../api/fault.ts';
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

function said(error: unknown): { readonly message: string; readonly remedy: string } {
  if (!(error instanceof Fault) || error.code === 'UNREACHABLE')
    return { message: words.unreachable, remedy: words.unreachableRemedy };
  return error;
}
