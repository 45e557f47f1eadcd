import { factsOf, plainText } from '../ask/place.ts';
import { useOpenSource } from '../source/sourceRef.ts';
import { words } from '../words/words.ts';
import type { FullRun } from './run.ts';

type Passage = FullRun['passages'][number];

/** The passages that were judged last, with what put each there. */
export function RunPassages({ passages }: { readonly passages: readonly Passage[] }) {
  if (passages.length === 0) return null;
  return (
    <section className="section nearest" aria-labelledby="passages">
      <h2 id="passages">{words.runs.passages}</h2>
      <ul>
        {passages.map((passage) => (
          <li key={passage.id}>
            <PassageView passage={passage} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PassageView({ passage }: { readonly passage: Passage }) {
  const open = useOpenSource();
  const { document, version, text, sourceSpan, trace } = passage;
  const why = [
    trace.vector.rank === null ? undefined : words.runs.byMeaning(trace.vector.rank),
    trace.keyword.rank === null ? undefined : words.runs.byKeywords(trace.keyword.rank),
  ].filter((part) => part !== undefined);
  return (
    <button
      type="button"
      className="source-card"
      onClick={() => open({ title: document.title, quote: text, versionId: version.id, span: sourceSpan })}
    >
      <span className="source-number" aria-hidden="true">
        {passage.rank}
      </span>
      <span className="source-body">
        <span className="source-title" dir="auto">
          {document.title}
        </span>
        <span className="quote clamp" dir="auto">
          {plainText(text)}
        </span>
        <span className="muted small">{[...why, ...factsOf(passage)].join(' · ')}</span>
      </span>
    </button>
  );
}
