import { useState } from 'react';
import { useData } from '../api/request.ts';
import {
  type AllowancePeriod,
  ConsoleAllowancesDocument,
  type ConsoleAllowancesQuery,
  ConsoleKeysDocument,
  ConsoleSetAllowanceDocument,
} from '../generated/graphql.ts';
import { Field } from '../shell/Field.tsx';
import { Loading, Problem } from '../shell/state.tsx';
import { SureButton } from '../shell/SureButton.tsx';
import { useChange } from '../shell/useChange.ts';
import { words } from '../words/words.ts';

type Allowance = ConsoleAllowancesQuery['allowances'][number];
type Holder = { readonly id: string; readonly name: string };

const periods: readonly AllowancePeriod[] = ['MINUTE', 'DAY', 'MONTH'];
const number = (n: number) => n.toLocaleString(words.locale);

/** What the workspace and its keys may spend in a minute, a day or a month, and have spent. */
export function Allowances() {
  const { data, error, refetch } = useData(ConsoleAllowancesDocument, {});
  const keys = useData(ConsoleKeysDocument, {}).data?.apiKeys ?? [];
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const nameOf = ({ holderId }: Allowance) =>
    holderId === null ? words.limits.everybody : (keys.find(({ id }) => id === holderId)?.name ?? words.limits.person);
  return (
    <section className="section" aria-labelledby="allowances">
      <h2 id="allowances">{words.limits.allowances}</h2>
      {data.allowances.length > 0 && (
        <ul className="rows">
          {data.allowances.map((allowance) => (
            <AllowanceRow
              key={`${allowance.holderId} ${allowance.period}`}
              allowance={allowance}
              holder={nameOf(allowance)}
            />
          ))}
        </ul>
      )}
      <AllowanceForm keys={keys.filter(({ revokedAt }) => revokedAt === null)} />
    </section>
  );
}

function AllowanceRow({ allowance, holder }: { readonly allowance: Allowance; readonly holder: string }) {
  const change = useChange(ConsoleSetAllowanceDocument);
  const { holderId, period, maxAsks, maxTokens, usedAsks, usedTokens } = allowance;
  return (
    <li className="row">
      <h3 className="row-name" dir="auto">
        {holder}
      </h3>
      <span className="row-side">
        <SureButton
          label={words.limits.remove}
          sure={words.limits.reallyRemove}
          act={() => change.mutate({ input: { period, ...(holderId !== null && { apiKeyId: holderId }) } })}
        />
      </span>
      {maxAsks !== null && (
        <Spent text={words.limits.asks(number(usedAsks), number(maxAsks), period)} used={usedAsks} of={maxAsks} />
      )}
      {maxTokens !== null && (
        <Spent
          text={words.limits.tokens(number(usedTokens), number(maxTokens), period)}
          used={usedTokens}
          of={maxTokens}
        />
      )}
      {change.error && <Problem error={change.error} />}
    </li>
  );
}

function Spent({ text, used, of }: { readonly text: string; readonly used: number; readonly of: number }) {
  return (
    <div className="row-facts spent small">
      <span>{text}</span>
      <progress aria-label={text} value={Math.min(used, of)} max={Math.max(of, 1)} />
    </div>
  );
}

function AllowanceForm({ keys }: { readonly keys: readonly Holder[] }) {
  const [draft, setDraft] = useState({ holder: '', period: 'DAY' as AllowancePeriod, asks: '', tokens: '' });
  const change = useChange(ConsoleSetAllowanceDocument);
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const input = {
    period: draft.period,
    ...(draft.holder && { apiKeyId: draft.holder }),
    ...(draft.asks && { maxAsks: Number(draft.asks) }),
    ...(draft.tokens && { maxTokens: Number(draft.tokens) }),
  };
  return (
    <form
      className="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ input }, { onSuccess: () => set({ asks: '', tokens: '' }) });
      }}
    >
      <WhoAndWhen keys={keys} holder={draft.holder} period={draft.period} set={set} />
      {(['asks', 'tokens'] as const).map((name) => (
        <Field key={name} label={words.limits.most[name]}>
          {(id) => (
            <input
              id={id}
              type="number"
              min={0}
              value={draft[name]}
              onChange={(event) => set({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <button type="submit" disabled={change.isPending || !(draft.asks || draft.tokens)}>
        {words.limits.set}
      </button>
      {change.error && <Problem error={change.error} />}
    </form>
  );
}

interface WhoGiven {
  readonly keys: readonly Holder[];
  readonly holder: string;
  readonly period: AllowancePeriod;
  readonly set: (part: { readonly holder?: string; readonly period?: AllowancePeriod }) => void;
}

function WhoAndWhen({ keys, holder, period, set }: WhoGiven) {
  return (
    <>
      <Field label={words.limits.who}>
        {(id) => (
          <select id={id} value={holder} onChange={(event) => set({ holder: event.target.value })}>
            <option value="">{words.limits.everybody}</option>
            {keys.map((key) => (
              <option key={key.id} value={key.id}>
                {key.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={words.limits.window}>
        {(id) => (
          <select id={id} value={period} onChange={(event) => set({ period: event.target.value as AllowancePeriod })}>
            {periods.map((name) => (
              <option key={name} value={name}>
                {words.limits.periods[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
