import { useId, useState } from 'react';
import { ConsoleMakeKeyDocument, type CreateApiKeyInput, type Role } from '../generated/graphql.ts';
import { Field } from '../shell/Field.tsx';
import { Problem } from '../shell/state.tsx';
import { useChange } from '../shell/useChange.ts';
import { words } from '../words/words.ts';
import { listOf } from '../shell/listOf.ts';

/** A role, or a key for the pages of a web site. */
type Kind = Role | 'PUBLIC';

interface Draft {
  readonly name: string;
  readonly kind: Kind;
  /** Separated by commas. */
  readonly groups: string;
  readonly origins: string;
  /** A day, as the field gives it; empty: never. */
  readonly expires: string;
}

const empty: Draft = { name: '', kind: 'READER', groups: '', origins: '', expires: '' };
const kinds: readonly Kind[] = ['READER', 'EDITOR', 'ADMIN', 'PUBLIC'];

const inputOf = ({ name, kind, groups, origins, expires }: Draft): CreateApiKeyInput => ({
  name: name.trim(),
  role: kind === 'PUBLIC' ? 'READER' : kind,
  everyDocument: false,
  ...(kind === 'PUBLIC' ? { origins: listOf(origins) } : groups.trim() && { accessGroups: listOf(groups) }),
  ...(expires && { expiresAt: `${expires}T00:00:00.000Z` }),
});

/** Makes a key. What a role may do stands beside it, so that nobody gives more than is needed. */
export function NewKeyForm({ made }: { readonly made: (made: { name: string; secret: string }) => void }) {
  const [draft, setDraft] = useState<Draft>();
  const make = useChange(ConsoleMakeKeyDocument);
  if (!draft)
    return (
      <p className="intro">
        <button type="button" className="main" onClick={() => setDraft(empty)}>
          {words.keys.make}
        </button>
      </p>
    );
  const finish = (secret: string | null) => {
    if (secret) made({ name: draft.name.trim(), secret });
    setDraft(undefined);
  };
  return (
    <form
      className="stack answer-form"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate({ input: inputOf(draft) }, { onSuccess: ({ createApiKey: { secret } }) => finish(secret) });
      }}
    >
      <Fields draft={draft} set={(change) => setDraft({ ...draft, ...change })} />
      {make.error && <Problem error={make.error} />}
      <div className="actions">
        <button type="submit" className="main" disabled={make.isPending}>
          {words.keys.make}
        </button>
        <button type="button" className="quiet" onClick={() => setDraft(undefined)}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}

interface Given {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
}

function Fields({ draft, set }: Given) {
  const { fields, hints } = words.keys;
  return (
    <>
      <Field label={fields.name}>
        {(id) => (
          <input
            id={id}
            type="text"
            required
            autoFocus
            maxLength={100}
            placeholder={hints.name}
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <KindChoice kind={draft.kind} choose={(kind) => set({ kind })} />
      {draft.kind === 'PUBLIC' ? (
        <Field label={fields.origins} hint={hints.origins}>
          {(id) => (
            <input
              id={id}
              type="text"
              required
              placeholder="https://www.example.com"
              value={draft.origins}
              onChange={(event) => set({ origins: event.target.value })}
            />
          )}
        </Field>
      ) : (
        <Field label={fields.groups} hint={draft.kind === 'READER' ? hints.readerGroups : hints.groups}>
          {(id) => (
            <input id={id} type="text" value={draft.groups} onChange={(event) => set({ groups: event.target.value })} />
          )}
        </Field>
      )}
      <Field label={fields.expires}>
        {(id) => (
          <input id={id} type="date" value={draft.expires} onChange={(event) => set({ expires: event.target.value })} />
        )}
      </Field>
    </>
  );
}

function KindChoice({ kind: chosen, choose }: { readonly kind: Kind; readonly choose: (kind: Kind) => void }) {
  const name = useId();
  return (
    <fieldset className="cautions">
      <legend>{words.keys.fields.role}</legend>
      {kinds.map((kind) => (
        <label key={kind} className="caution">
          <input type="radio" name={name} checked={chosen === kind} onChange={() => choose(kind)} />
          <span>
            <strong>{kind === 'PUBLIC' ? words.keys.public : words.roles[kind]}</strong>
            <span className="muted small">{words.keys.may[kind]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
