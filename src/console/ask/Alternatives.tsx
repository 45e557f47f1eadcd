import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { ConsoleChooseAnswerDocument } from '../generated/graphql.ts';
import { Problem, useMayEdit } from '../page.tsx';
import { factsOf, useOpenSource } from '../place.ts';
import { request } from '../request.ts';
import { words } from '../words/words.ts';
import { type Abstention, besidesSuggested, type Outcome } from './outcome.ts';

type Alternative = Outcome['alternatives'][number];

/** A judgement of the run: that a place answers. */
export function useChoice({ id }: Pick<Outcome, 'id'>) {
  return useMutation({
    mutationFn: ({ passage }: Alternative) =>
      request(ConsoleChooseAnswerDocument, { input: { runId: id, passageId: passage.chunkId } }),
  });
}

interface Chosen {
  readonly choice: ReturnType<typeof useChoice>;
}

/** What may be the answer, above all that the refusal says. */
export function Suggestion({ refusal, choice }: { readonly refusal: Abstention } & Chosen) {
  const { suggestion, id } = refusal;
  if (suggestion === null) return null;
  return <Places id={`suggestion-${id}`} title={words.alternatives.suggestion} places={[suggestion]} choice={choice} />;
}

/** Where the answer may stand instead, without what was suggested. */
export function Alternatives({ outcome, choice }: { readonly outcome: Outcome } & Chosen) {
  const { alternatives, __typename: kind, id } = outcome;
  const places = kind === 'Abstention' ? besidesSuggested(outcome) : alternatives;
  const title = kind === 'Answer' ? words.alternatives.besideAnswer : words.alternatives.instead;
  return (
    <>
      {places.length > 0 && <Places id={`alternatives-${id}`} title={title} places={places} choice={choice} />}
      {choice.isSuccess && (
        <p className="small" role="status">
          {words.feedback.thanks}
        </p>
      )}
      {choice.error && <Problem error={choice.error} />}
    </>
  );
}

interface Listed extends Chosen {
  readonly id: string;
  readonly title: string;
  readonly places: readonly Alternative[];
}

/** Each place by its best sentence, the text around it one click away. One that answers is chosen by a button. */
function Places({ id, title, places, choice }: Listed) {
  return (
    <section className="nearest" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul>
        {places.map((alternative) => (
          <li key={alternative.passage.chunkId}>
            <AlternativeCard alternative={alternative} />
            {!choice.isSuccess && <Choose choose={() => choice.mutate(alternative)} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who may curate decides that it answers; others are asked whether it was what they looked for. */
function Choose({ choose }: { readonly choose: () => void }) {
  const mayEdit = useMayEdit();
  const id = useId();
  if (mayEdit)
    return (
      <button type="button" className="small" onClick={choose}>
        {words.alternatives.choose}
      </button>
    );
  return (
    <span className="small">
      <span id={id} className="muted">
        {words.alternatives.wasIt}
      </span>{' '}
      <button type="button" className="small" aria-describedby={id} onClick={choose}>
        {words.feedback.up}
      </button>
    </span>
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
