import { useState } from 'react';
import { useData } from '../api/request.ts';
import {
  ConsoleKeysDocument,
  type ConsoleKeysQuery,
  ConsoleRevokeKeyDocument,
  ConsoleRotateKeyDocument,
} from '../generated/graphql.ts';
import { Loading, Problem } from '../shell/state.tsx';
import { SureButton } from '../shell/SureButton.tsx';
import { useChange } from '../shell/useChange.ts';
import { dayOf, momentOf, words } from '../words/words.ts';
import { NewKeyForm } from './NewKeyForm.tsx';
import { Secret } from './Secret.tsx';

type Key = ConsoleKeysQuery['apiKeys'][number];
/** A secret that was just made: the server tells it once. */
type Made = { readonly name: string; readonly secret: string };

/** The keys: who may come in, and with what. */
export function Keys() {
  const [made, setMade] = useState<Made>();
  const { data, error, refetch } = useData(ConsoleKeysDocument, {});
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const inUse = data.apiKeys.filter((key) => key.revokedAt === null);
  const revoked = data.apiKeys.filter((key) => key.revokedAt !== null);
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
          <summary>{words.keys.revoked(revoked.length)}</summary>
          <ul className="rows">
            {revoked.map((key) => (
              <li key={key.id} className="row muted">
                <span className="row-name">{key.name}</span>
                <span className="row-side small">{key.revokedAt && words.keys.revokedOn(dayOf(key.revokedAt))}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
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
    ...(key.origins ? [words.keys.from(key.origins.join(', '))] : []),
    groups === null ? words.keys.everyDocument : groups.length ? words.keys.groups(groups.join(', ')) : words.keys.open,
    key.lastUsedAt ? words.keys.used(momentOf(key.lastUsedAt)) : words.keys.neverUsed,
    ...(key.expiresAt ? [words.keys.expires(dayOf(key.expiresAt))] : []),
    ...(key.previousSecretUntil && new Date(key.previousSecretUntil) > new Date()
      ? [words.keys.oldSecretUntil(momentOf(key.previousSecretUntil))]
      : []),
  ];
}
