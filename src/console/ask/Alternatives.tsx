import { factsOf, useOpenSource } from '../place.ts';
import { words } from '../words/words.ts';
import type { Outcome } from './outcome.ts';

/** Where the answer may stand instead: each place by its best sentence, the text around it one click away. */
export function Alternatives({ outcome: { alternatives, __typename: kind, id } }: { readonly outcome: Outcome }) {
  if (alternatives.length === 0) return null;
  return (
    <section className="nearest" aria-labelledby={`alternatives-${id}`}>
      <h3 id={`alternatives-${id}`}>
        {kind === 'Answer' ? words.alternatives.besideAnswer : words.alternatives.instead}
      </h3>
      <ul>
        {alternatives.map((alternative) => (
          <li key={alternative.passage.id}>
            <AlternativeCard alternative={alternative} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AlternativeCard({ alternative }: { readonly alternative: Outcome['alternatives'][number] }) {
  const open = useOpenSource();
  const { document, passage, sectionPath, sentence, spans, reason } = alternative;
  const { start } = passage.sourceSpan;
  const [at = { start: 0, end: sentence.length }] = spans;
  const facts = [...factsOf({ document, sectionPath, location: passage.location }), words.alternatives.reasons[reason]];
  return (
    <button
      type="button"
      className="source-card"
      onClick={() =>
        open({
          title: document.title,
          quote: sentence,
          versionId: passage.version.id,
          span: { start: start + at.start, end: start + at.end },
        })
      }
    >
      <span className="source-body">
        <span className="source-title" dir="auto">
          {document.title}
        </span>
        <span className="quote" dir="auto">
          {sentence.replaceAll(/\s+/g, ' ')}
        </span>
        <span className="muted small">{facts.join(' · ')}</span>
      </span>
    </button>
  );
}
