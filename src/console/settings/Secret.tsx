import { useEffect, useRef, useState } from 'react';
import { words } from '../words/words.ts';

interface Given {
  readonly name: string;
  readonly secret: string;
  readonly done: () => void;
}

/** A new secret, shown once: the focus goes to it, for it is what one came for. */
export function Secret({ name, secret, done }: Given) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), [secret]);
  const copy = async () => {
    field.current?.select();
    // Without https a page of another machine has no clipboard; the text is selected then, and Ctrl+C does it.
    if (!window.isSecureContext) return;
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <section className="note fine secret" aria-labelledby="secret">
      <h2 id="secret">{words.keys.secretOf(name)}</h2>
      <p>{words.keys.shownOnce}</p>
      <input ref={field} type="text" readOnly aria-labelledby="secret" value={secret} className="code" />
      <div className="actions">
        <button type="button" className="main" onClick={() => void copy()}>
          {copied ? words.keys.copied : words.keys.copy}
        </button>
        <button type="button" className="quiet" onClick={done}>
          {words.keys.kept}
        </button>
      </div>
    </section>
  );
}
