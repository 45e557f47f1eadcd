import { useState } from 'react';
import { useData, useChange } from '../request.ts';
import {
  ConsoleAliasesDocument,
  type ConsoleAliasesQuery,
  ConsoleDeleteAliasDocument,
  ConsoleSaveAliasDocument,
} from '../generated/graphql.ts';
import { Field, SureButton, listOf } from '../form.tsx';
import { Paged, pageSize, usePaging, Problem, useMayEdit } from '../page.tsx';
import { words } from '../words/words.ts';

type Alias = NonNullable<ConsoleAliasesQuery['aliases']>['nodes'][number];

/** What people call things that have another name in the documents. */
export function Aliases() {
  const mayEdit = useMayEdit();
  const paging = usePaging('');
  const result = useData(ConsoleAliasesDocument, { first: pageSize, after: paging.after });
  return (
    <>
      <p className="intro muted">{words.aliases.lead}</p>
      {mayEdit && <AliasForm />}
      <Paged
        result={result}
        paging={paging}
        page={(data) => data.aliases}
        empty={words.aliases.none}
        row={(alias) => <AliasRow alias={alias} />}
      />
    </>
  );
}

function AliasForm({ alias, done }: { readonly alias?: Alias; readonly done?: () => void }) {
  const given = { term: alias?.term ?? '', synonyms: alias?.synonyms.join(', ') ?? '' };
  const [draft, setDraft] = useState(given);
  const save = useChange(ConsoleSaveAliasDocument);
  const saved = () => {
    setDraft({ term: '', synonyms: '' });
    done?.();
  };
  return (
    <form
      className="alias-form"
      onSubmit={(event) => {
        event.preventDefault();
        const input = { term: draft.term.trim(), synonyms: listOf(draft.synonyms) };
        save.mutate({ input }, { onSuccess: saved });
      }}
    >
      <Field label={words.aliases.term}>
        {(id) => (
          <input
            id={id}
            type="text"
            required
            maxLength={80}
            readOnly={alias !== undefined}
            placeholder={words.aliases.termExample}
            value={draft.term}
            onChange={(event) => setDraft({ ...draft, term: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.aliases.synonyms}>
        {(id) => (
          <input
            id={id}
            type="text"
            required
            placeholder={words.aliases.synonymsExample}
            value={draft.synonyms}
            onChange={(event) => setDraft({ ...draft, synonyms: event.target.value })}
          />
        )}
      </Field>
      <div className="actions">
        <button type="submit" className="main" disabled={save.isPending}>
          {alias ? words.aliases.save : words.aliases.add}
        </button>
        {done && (
          <button type="button" className="quiet" onClick={done}>
            {words.cancel}
          </button>
        )}
      </div>
      {save.error && <Problem error={save.error} />}
    </form>
  );
}

function AliasRow({ alias }: { readonly alias: Alias }) {
  const [editing, setEditing] = useState(false);
  const mayEdit = useMayEdit();
  const remove = useChange(ConsoleDeleteAliasDocument);
  if (editing) return <AliasForm alias={alias} done={() => setEditing(false)} />;
  return (
    <div className="row">
      <p className="row-name" dir="auto">
        {alias.term} <span className="muted">{words.aliases.means}</span> {alias.synonyms.join(', ')}
      </p>
      {mayEdit && (
        <div className="row-side actions">
          <button type="button" className="quiet" onClick={() => setEditing(true)}>
            {words.curated.edit}
          </button>
          <SureButton
            label={words.curated.delete}
            sure={words.curated.reallyDelete}
            act={() => remove.mutate({ input: { id: alias.id } })}
          />
        </div>
      )}
      {remove.error && <Problem error={remove.error} />}
    </div>
  );
}
