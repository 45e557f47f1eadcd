import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useData, useChange } from '../request.ts';
import {
  ConsoleAnswersDocument,
  ConsoleConfirmAnswerDocument,
  ConsoleDeleteAnswerDocument,
} from '../generated/graphql.ts';
import { Paged, pageSize, usePaging, Problem, useTitle, useMayEdit } from '../page.tsx';
import { SureButton } from '../form.tsx';
import { dayOf, words } from '../words/words.ts';
import { AnswerForm, type Curated } from './AnswerForm.tsx';

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
        <span>{words.curated.checked(dayOf(answer.updatedAt))}</span>
        {answer.expiresAt && <span>{words.curated.until(dayOf(answer.expiresAt))}</span>}
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
