import { useState, useId, useEffect, useRef } from 'react';
import { useData, useChange } from '../request.ts';
import {
  ConsoleKeysDocument,
  type ConsoleKeysQuery,
  ConsoleRevokeKeyDocument,
  ConsoleRotateKeyDocument,
  ConsoleMakeKeyDocument,
  type CreateApiKeyInput,
  type Role,
} from '../generated/graphql.ts';
import { Loading, Pager, Problem, usePaging } from '../page.tsx';
import { SureButton, Field, listOf } from '../form.tsx';
import { formatMessage, dayOf, momentOf, words } from '../words/words.ts';

type Key = NonNullable<ConsoleKeysQuery['apiKeys']>['nodes'][number];
/** A newly created secret: the server shows it only once. */
type Made = { readonly name: string; readonly secret: string };

/** Those in use stand apart from revoked ones, so a page holds as many as the server gives. */
const mostKeys = 100;

/** The API keys: who has access, and to what. */
export function Keys() {
  const [made, setMade] = useState<Made>();
  const paging = usePaging('');
  const { data, error, refetch } = useData(ConsoleKeysDocument, { first: mostKeys, after: paging.after });
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.apiKeys;
  const inUse = nodes.filter((key) => key.revokedAt === null);
  const revoked = nodes.filter((key) => key.revokedAt !== null);
  return (
    <>
      <p className="intro muted">{words.keys.lead}</p>
      {made && <Secret {...made} done={() => setMade(undefined)} />}
      <NewKeyForm made={setMade} />
      {inUse.length === 0 ? (
        <p className="nothing">{words.keys.none}</p>
      ) : (
        <ul className="rows">
          {inUse.map((key) => (
            <KeyRow key={key.id} apiKey={key} made={setMade} />
          ))}
        </ul>
      )}
      {revoked.length > 0 && (
        <details className="section">
          <summary>{formatMessage(words.keys.revoked, { n: revoked.length })}</summary>
          <ul className="rows">
            {revoked.map((key) => (
              <li key={key.id} className="row muted">
                <span className="row-name">{key.name}</span>
                <span className="row-side small">
                  {key.revokedAt && formatMessage(words.keys.revokedOn, { day: dayOf(key.revokedAt) })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Pager paging={paging} pageInfo={pageInfo} />
    </>
  );
}

function KeyRow({ apiKey, made }: { readonly apiKey: Key; readonly made: (made: Made) => void }) {
  const revoke = useChange(ConsoleRevokeKeyDocument);
  const rotate = useChange(ConsoleRotateKeyDocument);
  const { id, name } = apiKey;
  const renew = () =>
    rotate.mutate({ input: { id } }, { onSuccess: ({ rotateApiKey: { secret } }) => secret && made({ name, secret }) });
  const error = revoke.error ?? rotate.error;
  return (
    <li className="row">
      <h2 className="row-name" dir="auto">
        {name}
      </h2>
      <span className="row-side">
        <span className="tag">{apiKey.origins ? words.keys.public : words.roles[apiKey.role]}</span>
      </span>
      <p className="row-facts muted small">
        {factsOf(apiKey).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <div className="row-facts actions">
        <button type="button" className="quiet" disabled={rotate.isPending} onClick={renew}>
          {words.keys.rotate}
        </button>
        <SureButton
          label={words.keys.revoke}
          sure={words.keys.reallyRevoke}
          act={() => revoke.mutate({ input: { id } })}
        />
      </div>
      {error && <Problem error={error} />}
    </li>
  );
}

function factsOf(key: Key): readonly string[] {
  const groups = key.accessGroups;
  return [
    ...(key.origins ? [formatMessage(words.keys.from, { origins: key.origins.join(', ') })] : []),
    groups === null
      ? words.keys.everyDocument
      : groups.length
        ? formatMessage(words.keys.groups, { groups: groups.join(', ') })
        : words.keys.open,
    key.lastUsedAt ? formatMessage(words.keys.used, { moment: momentOf(key.lastUsedAt) }) : words.keys.neverUsed,
    ...(key.expiresAt ? [formatMessage(words.keys.expires, { day: dayOf(key.expiresAt) })] : []),
    ...(key.previousSecretUntil && new Date(key.previousSecretUntil) > new Date()
      ? [formatMessage(words.keys.oldSecretUntil, { moment: momentOf(key.previousSecretUntil) })]
      : []),
  ];
}

/** A role, or a key for the pages of a website. */
type Kind = Role | 'PUBLIC';

interface Draft {
  readonly name: string;
  readonly kind: Kind;
  /** Separated by commas. */
  readonly groups: string;
  readonly origins: string;
  /** A day, as the field returns it; empty: never. */
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

/** Creates a key. What a role may do is shown beside it, so that nobody grants more than is needed. */
function NewKeyForm({ made }: { readonly made: (made: { name: string; secret: string }) => void }) {
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

function Fields({ draft, set }: { readonly draft: Draft; readonly set: (change: Partial<Draft>) => void }) {
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

/** A new secret, shown once. It gets the focus, because it is what the person came for. */
function Secret({ name, secret, done }: { readonly name: string; readonly secret: string; readonly done: () => void }) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), [secret]);
  const copy = async () => {
    field.current?.select();
    // Without https a page from another machine has no clipboard access; the text is then selected and can be copied
    // with Ctrl+C.
    if (!window.isSecureContext) return;
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <section className="note fine secret" aria-labelledby="secret">
      <h2 id="secret">{formatMessage(words.keys.secretOf, { name })}</h2>
      <p>{words.keys.shownOnce}</p>
      <input ref={field} type="text" readOnly aria-labelledby="secret" value={secret} className="code" />
      <div className="actions">
        <button type="button" className="main" onClick={() => void copy()}>
          {copied ? words.keys.copied : words.keys.copy}
        </button>
        <button type="button" className="quiet" onClick={done}>
          {words.keys.kept}
        </button>
      </div>
    </section>
  );
}
