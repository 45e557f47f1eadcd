import { useState, useDeferredValue, useId } from 'react';
import { ConsoleSaveAnswerDocument, ConsoleSourcesDocument, type ConsoleAnswersQuery } from '../generated/graphql.ts';
import { Field, listOf } from '../form.tsx';
import { Problem } from '../page.tsx';
import { useChange, useData } from '../request.ts';
import { words } from '../words/words.ts';

interface Draft {
  readonly question: string;
  readonly answer: string;
  /** One per line. */
  readonly alternatives: string;
  /** A day, as the field returns it; empty: never. */
  readonly expires: string;
  readonly sources: readonly PickedSource[];
}

const draftOf = (answer: Curated | undefined, question: string): Draft => ({
  question: answer?.question ?? question,
  answer: answer?.answer ?? '',
  alternatives: answer?.alternatives.join('\n') ?? '',
  expires: answer?.expiresAt?.slice(0, 10) ?? '',
  sources: answer?.sources ?? [],
});

const inputOf = (draft: Draft, id: string | undefined) => ({
  ...(id && { id }),
  question: draft.question.trim(),
  answer: draft.answer.trim(),
  alternatives: listOf(draft.alternatives, '\n'),
  sourceDocumentIds: draft.sources.map((source) => source.id),
  expiresAt: draft.expires ? `${draft.expires}T00:00:00.000Z` : null,
});

interface Given {
  readonly answer?: Curated;
  readonly question?: string;
  readonly done: () => void;
}

/** Creates an answer, or changes one. */
export function AnswerForm({ answer, question = '', done }: Given) {
  const [draft, setDraft] = useState(() => draftOf(answer, question));
  const save = useChange(ConsoleSaveAnswerDocument);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  return (
    <form
      className="stack answer-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ input: inputOf(draft, answer?.id) }, { onSuccess: done });
      }}
    >
      <Texts draft={draft} set={set} />
      <SourcePicker picked={draft.sources} pick={(sources) => set({ sources })} />
      <Field label={words.curated.fields.expires}>
        {(id) => (
          <input id={id} type="date" value={draft.expires} onChange={(event) => set({ expires: event.target.value })} />
        )}
      </Field>
      {save.error && <Problem error={save.error} />}
      <div className="actions">
        <button type="submit" className="main" disabled={save.isPending}>
          {words.curated.save}
        </button>
        <button type="button" className="quiet" onClick={done}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}

function Texts({ draft, set }: { readonly draft: Draft; readonly set: (change: Partial<Draft>) => void }) {
  const { fields } = words.curated;
  return (
    <>
      <Field label={fields.question}>
        {(id) => (
          <input
            id={id}
            type="text"
            required
            maxLength={2_000}
            value={draft.question}
            onChange={(event) => set({ question: event.target.value })}
          />
        )}
      </Field>
      <Field label={fields.answer}>
        {(id) => (
          <textarea
            id={id}
            required
            rows={5}
            maxLength={10_000}
            value={draft.answer}
            onChange={(event) => set({ answer: event.target.value })}
          />
        )}
      </Field>
      <Field label={fields.alternatives}>
        {(id) => (
          <textarea
            id={id}
            rows={2}
            value={draft.alternatives}
            onChange={(event) => set({ alternatives: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

interface PickedSource {
  readonly id: string;
  readonly title: string;
}

/** The documents that an answer rests on: if one of them changes, a person is asked to check the answer again. */
function SourcePicker({
  picked,
  pick,
}: {
  readonly picked: readonly PickedSource[];
  readonly pick: (sources: readonly PickedSource[]) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const contains = useDeferredValue(typed.trim());
  const { data } = useData(ConsoleSourcesDocument, { contains }, { enabled: contains.length > 1 });
  const found = (contains.length > 1 ? (data?.documents.nodes ?? []) : []).filter(
    (document) => !picked.some((source) => source.id === document.id),
  );
  return (
    <div className="stack field">
      <label htmlFor={id}>{words.curated.fields.sources}</label>
      {picked.length > 0 && (
        <ul className="actions">
          {picked.map((source) => (
            <li key={source.id}>
              <button
                type="button"
                aria-label={words.curated.dropSource(source.title)}
                onClick={() => pick(picked.filter((other) => other.id !== source.id))}
              >
                {source.title} <span aria-hidden="true">✕</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        type="search"
        placeholder={words.curated.findSource}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className="actions" aria-live="polite">
        {found.map((document) => (
          <li key={document.id}>
            <button
              type="button"
              onClick={() => {
                pick([...picked, document]);
                setTyped('');
              }}
            >
              + {document.title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export type Curated = ConsoleAnswersQuery['curatedAnswers']['nodes'][number];
