import { words } from '../words/words.ts';
import type { Answer } from './outcome.ts';

/** What was written and could not be proven: left out of the answer, and not hidden. */
export function Dropped({ claims }: { readonly claims: Answer['droppedClaims'] }) {
  if (claims.length === 0) return null;
  return (
    <details className="dropped">
      <summary>{words.answer.dropped(claims.length)}</summary>
      <ul>
        {claims.map(({ text, reason, evidence }) => (
          <li key={text}>
            <p>
              <s>{text}</s>
            </p>
            <p className="muted small">{reason}</p>
            {evidence && (
              <p className="small">
                {words.answer.nearest}: <q>{evidence.quote}</q> ({evidence.document.title})
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
