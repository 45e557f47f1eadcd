import { useState } from 'react';

interface Given {
  readonly label: string;
  /** What the second press does, as a question. */
  readonly sure: string;
  readonly disabled?: boolean;
  readonly act: () => void;
}

/** A button that is pressed twice, because what it does cannot be taken back. Leaving it takes the first press back. */
export function SureButton({ label, sure, disabled = false, act }: Given) {
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
