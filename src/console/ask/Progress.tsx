import { words } from '../words/words.ts';
import type { AskEvent } from './outcome.ts';

/** What is going on, one line a step; the last one is what happens now. */
export function Progress({ events }: { readonly events: readonly AskEvent[] }) {
  const steps = [words.progress.start, ...events.flatMap(stepOf)].filter((step, at, all) => step !== all[at - 1]);
  const written = events.flatMap((event) => (event.__typename === 'ClaimVerified' ? [event.claim] : []));
  const provisional = events.findLast((event) => event.__typename === 'Provisional');
  return (
    <div className="progress">
      <ol aria-label={words.progress.title}>
        {steps.map((step, at) => (
          <li key={at} aria-current={at === steps.length - 1 ? 'step' : undefined} dir="auto">
            {step}
          </li>
        ))}
      </ol>
      {written.length > 0 ? (
        <p className="as-written so-far">{written.map(({ text }) => text).join(' ')}</p>
      ) : (
        provisional && (
          <>
            <p className="muted small">{words.progress.provisional}</p>
            <p className="as-written so-far">{provisional.text}</p>
          </>
        )
      )}
    </div>
  );
}

function stepOf(event: AskEvent): string[] {
  switch (event.__typename) {
    case 'Planned':
      return event.plan.queries.slice(0, 1).map(words.progress.searching);
    case 'Retrieved':
      return [event.passageCount === 0 ? words.progress.nothing : words.progress.found(event.passageCount)];
    case 'Reflected':
      return [words.progress.judged(Math.round(event.confidence.display))];
    case 'Refined':
      return event.queries.slice(0, 1).map(words.progress.refined);
    case 'Writing':
      return [words.progress.writing];
    case 'ClaimVerified':
      return [words.progress.checking];
    case 'Provisional':
    case 'Finished':
    case 'Failed':
      return [];
  }
}
