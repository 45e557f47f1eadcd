import { type ReactNode, useId, useState } from 'react';

interface FieldProps {
  readonly label: string;
  /** Shown below the field in small letters. */
  readonly hint?: string;
  readonly children: (id: string) => ReactNode;
}

/** A field below its label. */
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
  /** Asks for the second press: what it will do, as a question. */
  readonly sure: string;
  readonly disabled?: boolean;
  readonly act: () => void;
}

/**
 * A button that must be pressed twice, because its action cannot be undone. Moving the focus away cancels the first
 * press.
 */
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

/** Splits "hr, board," into ["hr", "board"], at the commas of any script. */
export const listOf = (text: string, separator: string | RegExp = /[,،、，]/u): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
