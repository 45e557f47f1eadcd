import { useOpenSource } from '../source/sourceRef.ts';
import { dayOf, words } from '../words/words.ts';
import type { Answer } from './outcome.ts';

type Conflict = Answer['conflicts'][number];
type Side = Conflict['sides'][number];

/** What the sources say otherwise, side by side. */
export function Conflicts({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  return conflicts.map((conflict, at) => (
    <section key={at} className={`conflict ${conflict.resolution.toLowerCase()}`}>
      <h3>{conflict.resolution === 'NEWER_VERSION' ? words.conflict.earlier : words.conflict.title}</h3>
      <div className="sides">
        {conflict.sides.map((side) => (
          <SideView key={`${side.version.id} ${side.sourceSpan.start}`} side={side} />
        ))}
      </div>
      <p className="small">{words.conflict[conflict.resolution]}</p>
    </section>
  ));
}

function SideView({ side }: { readonly side: Side }) {
  const open = useOpenSource();
  const { document, version, quote, sourceSpan, value, effectiveFrom, effectiveUntil } = side;
  return (
    <button
      type="button"
      className="side"
      onClick={() => open({ title: document.title, quote, versionId: version.id, span: sourceSpan })}
    >
      <strong className="side-value" dir="auto">
        {value}
      </strong>
      <span className="quote" dir="auto">
        {quote}
      </span>
      <span className="muted small">
        {document.title} ·{' '}
        {effectiveUntil
          ? words.conflict.until(dayOf(effectiveFrom), dayOf(effectiveUntil))
          : words.conflict.since(dayOf(effectiveFrom))}
      </span>
    </button>
  );
}
