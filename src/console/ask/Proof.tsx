import { words } from '../words/words.ts';
import { Conflicts } from './Conflicts.tsx';
import { Dropped } from './Dropped.tsx';
import type { Answer } from './outcome.ts';
import { Sources } from './Sources.tsx';

/** What proves an answer, and what speaks against it. */
export function Proof({ answer }: { readonly answer: Answer }) {
  const { conflicts, notices, droppedClaims } = answer;
  return (
    <>
      <Conflicts conflicts={conflicts} />
      {notices.length > 0 && (
        <section className="note" aria-label={words.answer.notices}>
          <ul>
            {notices.map(({ message }) => (
              <li key={message} dir="auto">
                {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Sources answer={answer} />
      <Dropped claims={droppedClaims} />
    </>
  );
}
