import { useMutation } from '@tanstack/react-query';
import { ConsoleChooseAnswerDocument } from '../generated/graphql.ts';
import { Problem } from '../page.tsx';
import { factsOf, useOpenSource } from '../place.ts';
import { request } from '../request.ts';
import { words } from '../words/words.ts';
import type { Outcome } from './outcome.ts';

type Alternative = Outcome['alternatives'][number];

/**
 * Where the answer may stand instead: each place by its best sentence, the text around it one click away. One
 * that answers is chosen by a button: a judgement of the run, with the place.
 */
export function Alternatives({ outcome: { alternatives, __typename: kind, id } }: { readonly outcome: Outcome }) {
  const choose = useMutation({
    mutationFn: ({ passage }: Alternative) =>
      request(ConsoleChooseAnswerDocument, { input: { runId: id, passageId: passage.id } }),
  });
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
            {!choose.isSuccess && (
              <button type="button" className="small" onClick={() => choose.mutate(alternative)}>
                {words.alternatives.choose}
              </button>
            )}
          </li>
        ))}
      </ul>
      {choose.isSuccess && (
        <p className="small" role="status">
          {words.feedback.thanks}
        </p>
      )}
      {choose.error && <Problem error={choose.error} />}
    </section>
  );
}

/** That it is not sure, or less likely than the answer, is why it stands here at all. */
function reasonOf(reason: Alternative['reason']): readonly string[] {
  return reason === 'UNSURE' || reason === 'LESS_LIKELY' ? [] : [words.alternatives.reasons[reason]];
}

function AlternativeCard({ alternative }: { readonly alternative: Alternative }) {
  const open = useOpenSource();
  const { passage, sectionPath, sentence, spans, reason } = alternative;
  const { title, version } = passage;
  const { start } = passage.sourceSpan;
  const at = { start: spans[0]?.start ?? 0, end: spans.at(-1)?.end ?? passage.text.length };
  const facts = [...factsOf({ title, sectionPath, location: passage.location }), ...reasonOf(reason)];
  return (
    <button
      type="button"
      className="source-card"
      disabled={version === null}
      onClick={() =>
        open({
          title,
          // The source is compared with what stands in it, and a row is shown in words.
          quote: passage.text.slice(at.start, at.end),
          versionId: version?.id ?? null,
          span: { start: start + at.start, end: start + at.end },
        })
      }
    >
      <span className="source-body">
        <span className="source-title" dir="auto">
          {title}
        </span>
        <span className="quote" dir="auto">
          {sentence.replaceAll(/\s+/g, ' ')}
        </span>
        <span className="muted small">{facts.join(' · ')}</span>
      </span>
    </button>
  );
}
