import { type ReactNode, useId, useState } from 'react';

interface FieldProps {
  readonly label: string;
  /** Said below the field, in small letters. */
  readonly hint?: string;
  readonly children: (id: string) => ReactNode;
}

/** A field under its name. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div className="stack field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <p className="muted small">{hint}</p>}
    </div>
  );
}

interface SureButtonProps {
  readonly label: string;
  /** What the second press does, as a question. */
  readonly sure: string;
  readonly disabled?: boolean;
  readonly act: () => void;
}

/** A button that is pressed twice, because what it does cannot be taken back. Leaving it takes the first press back. */
export function SureButton({ label, sure, disabled = false, act }: SureButtonProps) {
  const [asked, setAsked] = useState(false);
  return (
    <button
      type="button"
      className="quiet danger"
      disabled={disabled}
      onBlur={() => setAsked(false)}
      onClick={() => (asked ? act() : setAsked(true))}
    >
      {asked ? sure : label}
    </button>
  );
}

/** "hr, board," as ["hr", "board"]. */
export const listOf = (text: string, separator = ','): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
