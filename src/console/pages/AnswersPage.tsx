/** The page of curated answers, and the form in which one is written. */
import { useState, useDeferredValue, useId } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useData, useChange } from '../request.ts';
import {
  ConsoleAnswersDocument,
  ConsoleConfirmAnswerDocument,
  ConsoleDeleteAnswerDocument,
  ConsoleSaveAnswerDocument,
  ConsoleSourcesDocument,
  type ConsoleAnswersQuery,
} from '../generated/graphql.ts';
import { Paged, pageSize, usePaging, Problem, useTitle, useMayEdit } from '../page.tsx';
import { SureButton, Field, listOf } from '../form.tsx';
import { formatMessage, dayOf, words } from '../words/words.ts';

const filters = { all: {}, stale: { stale: true }, expired: { expired: true } } as const;
type FilterName = keyof typeof filters;

/** Answers that people wrote. */
export function AnswersPage() {
  useTitle(words.pages.answers);
  const mayEdit = useMayEdit();
  const [name, setName] = useState<FilterName>('all');
  const paging = usePaging(name);
  const result = useData(ConsoleAnswersDocument, { first: pageSize, after: paging.after, filter: filters[name] });
  return (
    <>
      <div className="page-head">
        <h1>{words.curated.title}</h1>
        {mayEdit && (
          <Link href="/answers/new" className="button main">
            {words.curated.write}
          </Link>
        )}
        <p className="muted">{words.curated.lead}</p>
      </div>
      <div className="filters">
        <select
          aria-label={words.curated.filter}
          value={name}
          onChange={(event) => setName(event.target.value as FilterName)}
        >
          {(Object.keys(filters) as FilterName[]).map((key) => (
            <option key={key} value={key}>
              {words.curated.filters[key]}
            </option>
          ))}
        </select>
      </div>
      <Paged
        result={result}
        paging={paging}
        page={(data) => data.curatedAnswers}
        empty={words.curated.none}
        row={(answer) => <AnswerRow answer={answer} />}
      />
    </>
  );
}

function AnswerRow({ answer }: { readonly answer: Curated }) {
  const [editing, setEditing] = useState(false);
  const mayEdit = useMayEdit();
  if (editing) return <AnswerForm answer={answer} done={() => setEditing(false)} />;
  return (
    <div className="row">
      <h2 className="row-name" dir="auto">
        {answer.question}
      </h2>
      <span className="row-side">{answer.stale && <span className="tag doubt">{words.curated.stale}</span>}</span>
      <p className="row-facts" dir="auto">
        {answer.answer}
      </p>
      <p className="row-facts muted small">
        <span>{formatMessage(words.curated.checked, { day: dayOf(answer.updatedAt) })}</span>
        {answer.expiresAt && <span>{formatMessage(words.curated.until, { day: dayOf(answer.expiresAt) })}</span>}
        {answer.sources.map(({ id, title }) => (
          <Link key={id} href={`/documents/${id}`}>
            {title}
          </Link>
        ))}
      </p>
      {answer.staleSources.map(({ documentId, reason, document }) => (
        <p key={documentId} className="row-facts small error">
          {words.curated.staleReasons[reason]} {document?.title}
        </p>
      ))}
      {mayEdit && <Actions answer={answer} edit={() => setEditing(true)} />}
    </div>
  );
}

function Actions({ answer, edit }: { readonly answer: Curated; readonly edit: () => void }) {
  const confirm = useChange(ConsoleConfirmAnswerDocument);
  const remove = useChange(ConsoleDeleteAnswerDocument);
  const error = confirm.error ?? remove.error;
  return (
    <div className="row-facts actions">
      <button type="button" className="quiet" onClick={edit}>
        {words.curated.edit}
      </button>
      {answer.stale && (
        <button type="button" onClick={() => confirm.mutate({ input: { id: answer.id } })}>
          {words.curated.confirm}
        </button>
      )}
      <SureButton
        label={words.curated.delete}
        sure={words.curated.reallyDelete}
        act={() => remove.mutate({ input: { id: answer.id } })}
      />
      {error && <Problem error={error} />}
    </div>
  );
}

/** Creates an answer, optionally to a question passed on by a gap or a refusal. */
export function NewAnswerPage() {
  useTitle(words.curated.write);
  const [, go] = useLocation();
  const given = new URLSearchParams(useSearch());
  return (
    <>
      <Link href="/answers" className="back">
        {words.curated.back}
      </Link>
      <div className="page-head">
        <h1>{words.curated.write}</h1>
        <p className="muted">{words.curated.lead}</p>
      </div>
      <AnswerForm question={given.get('q') ?? ''} done={() => go('/answers')} />
    </>
  );
}

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
function AnswerForm({ answer, question = '', done }: Given) {
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
                aria-label={formatMessage(words.curated.dropSource, { title: source.title })}
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

type Curated = NonNullable<ConsoleAnswersQuery['curatedAnswers']>['nodes'][number];
