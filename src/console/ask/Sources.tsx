import { Link } from 'wouter';
import { useOpenSource } from '../source/sourceRef.ts';
import { words } from '../words/words.ts';
import type { Answer, Citation } from './outcome.ts';
import { factsOf } from './place.ts';

/** The proofs of an answer, each of which opens its source. */
export function Sources({ answer: { id: runId, citations, curated, text } }: { readonly answer: Answer }) {
  if (citations.length === 0) return curated && <Curated curated={curated} />;
  return (
    <section className="sources" aria-labelledby={`sources-${runId}`}>
      <h3 id={`sources-${runId}`}>{words.answer.sources}</h3>
      <ol>
        {citations.map((citation) => (
          <li key={citation.number}>
            <SourceCard runId={runId} citation={citation} text={text} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function SourceCard({
  runId,
  citation,
  text,
}: {
  readonly runId: string;
  readonly citation: Citation;
  readonly text: string;
}) {
  const open = useOpenSource();
  const { number, document, quote, version, sourceSpan, isCurrent, ageDays } = citation;
  const facts = [...factsOf(citation), words.answer.age(ageDays)];
  return (
    <button
      type="button"
      className="source-card"
      onClick={() =>
        open({ title: document.title, quote, versionId: version.id, span: sourceSpan, cited: { runId, number } })
      }
    >
      <span className="source-number" aria-hidden="true">
        {number}
      </span>
      <span className="source-body">
        <span className="source-title" dir="auto">
          {document.title}
        </span>
        {/* An answer word for word from its source has shown the quote already. */}
        {!text.includes(quote) && (
          <span className="quote" dir="auto">
            {quote}
          </span>
        )}
        <span className="muted small">
          {facts.join(' · ')}
          {!isCurrent && <strong className="flag"> {words.answer.outdated}</strong>}
        </span>
      </span>
    </button>
  );
}

function Curated({ curated }: { readonly curated: NonNullable<Answer['curated']> }) {
  return (
    <p className="muted small">
      {words.answer.curated}{' '}
      {curated.sources.length > 0 && (
        <>
          {words.answer.rests}{' '}
          {curated.sources.map(({ id, title }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link href={`/documents/${id}`}>{title}</Link>
            </span>
          ))}
          .
        </>
      )}
    </p>
  );
}
