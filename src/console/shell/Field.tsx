import { type ReactNode, useId } from 'react';

interface Given {
  readonly label: string;
  /** Said below the field, in small letters. */
  readonly hint?: string;
  readonly children: (id: string) => ReactNode;
}

/** A field under its name. */
export function Field({ label, hint, children }: Given) {
  const id = useId();
  return (
    <div className="stack field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <p className="muted small">{hint}</p>}
    </div>
  );
}
