import { Link } from 'wouter';
import { useOpenSource } from '../source/sourceRef.ts';
import { useMayEdit } from '../shell/workspace.ts';
import { words } from '../words/words.ts';
import type { Abstention } from './outcome.ts';
import { factsOf, plainText } from './place.ts';

/** After a refusal: what to do next, and what came nearest. */
export function NextToRead({ abstention }: { readonly abstention: Abstention }) {
  return (
    <>
      <NextSteps abstention={abstention} />
      {abstention.nearest.length > 0 && (
        <section className="nearest" aria-labelledby={`nearest-${abstention.id}`}>
          <h3 id={`nearest-${abstention.id}`}>{words.refusal.nearest}</h3>
          <ul>
            {abstention.nearest.slice(0, 3).map((passage) => (
              <li key={passage.id}>
                <Nearest passage={passage} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function NextSteps({ abstention: { nextSteps, question, id } }: { readonly abstention: Abstention }) {
  const mayEdit = useMayEdit();
  if (nextSteps.length === 0) return null;
  return (
    <section className="next" aria-labelledby={`next-${id}`}>
      <h3 id={`next-${id}`}>{words.refusal.next}</h3>
      <ul>
        {nextSteps.map(({ kind, text }) => (
          <li key={kind}>
            {text}{' '}
            {kind === 'ADD_DOCUMENT' && mayEdit && (
              <span className="small">
                <Link href="/documents">{words.refusal.addDocument}</Link>
                {' · '}
                <Link href={`/answers/new?q=${encodeURIComponent(question)}`}>{words.refusal.writeAnswer}</Link>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Nearest({ passage }: { readonly passage: Abstention['nearest'][number] }) {
  const open = useOpenSource();
  const { document, version, text, sourceSpan } = passage;
  const facts = factsOf(passage);
  return (
    <button
      type="button"
      className="source-card"
      onClick={() => open({ title: document.title, quote: text, versionId: version.id, span: sourceSpan })}
    >
      <span className="source-body">
        <span className="source-title" dir="auto">
          {document.title}
        </span>
        <span className="quote clamp" dir="auto">
          {plainText(text)}
        </span>
        {facts.length > 0 && <span className="muted small">{facts.join(' · ')}</span>}
      </span>
    </button>
  );
}
