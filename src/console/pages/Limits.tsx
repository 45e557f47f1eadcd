import { useState } from 'react';
import { Link } from 'wouter';
import { useData, useChange } from '../request.ts';
import {
  ConsoleLimitsDocument,
  type ConsoleLimitsQuery,
  ConsoleSetLimitsDocument,
  type AllowancePeriod,
  ConsoleAllowancesDocument,
  type ConsoleAllowancesQuery,
  ConsoleKeysDocument,
  ConsoleSetAllowanceDocument,
} from '../generated/graphql.ts';
import { Field, SureButton } from '../form.tsx';
import { Loading, Pager, pageSize, Problem, usePaging } from '../page.tsx';
import { formatMessage, numberOf, words } from '../words/words.ts';

/** What may be spent, and how long deleted data is kept. */
export function Limits() {
  const { data, error, refetch } = useData(ConsoleLimitsDocument, {});
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { budget, retentionDays } = data.workspace;
  return (
    <>
      <p className="intro muted">
        {words.limits.lead} <Link href="/quality">{words.limits.gate}</Link>
      </p>
      <BudgetForm key={JSON.stringify(budget)} budget={budget} />
      <Allowances />
      <Retention key={retentionDays} days={retentionDays} />
    </>
  );
}

type Days = NonNullable<ConsoleLimitsQuery['workspace']>['retentionDays'];

function Retention({ days }: { readonly days: Days }) {
  const [draft, setDraft] = useState(String(days));
  const change = useChange(ConsoleSetLimitsDocument);
  return (
    <section className="section" aria-labelledby="retention">
      <h2 id="retention">{words.limits.retention}</h2>
      <form
        className="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ input: { retentionDays: Number(draft) } });
        }}
      >
        <Field label={words.limits.days} hint={words.limits.daysHint}>
          {(id) => (
            <input
              id={id}
              type="number"
              required
              min={0}
              max={3_650}
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
            />
          )}
        </Field>
        <button type="submit" disabled={change.isPending || Number(draft) === days}>
          {words.limits.set}
        </button>
      </form>
      {change.error && <Problem error={change.error} />}
    </section>
  );
}

type Budget = NonNullable<ConsoleLimitsQuery['workspace']>['budget'];
type Side = keyof Budget;
type Limit = keyof Budget['defaults'];

const sides: readonly Side[] = ['defaults', 'ceilings'];
/** The limits with the ranges that the server accepts, in milliseconds, rounds and tokens. */
const limits: readonly { readonly name: Limit; readonly min: number; readonly max: number; readonly step: number }[] = [
  { name: 'maxMillis', min: 50, max: 120_000, step: 50 },
  { name: 'maxRounds', min: 1, max: 5, step: 1 },
  { name: 'maxTokens', min: 0, max: 200_000, step: 1 },
];

/** What one question may spend: by default and at most. */
function BudgetForm({ budget }: { readonly budget: Budget }) {
  const [draft, setDraft] = useState(budget);
  const change = useChange(ConsoleSetLimitsDocument);
  const set = (side: Side, name: Limit, value: number) =>
    setDraft({ ...draft, [side]: { ...draft[side], [name]: value } });
  const moved = changesOf(budget, draft);
  return (
    <section className="section" aria-labelledby="budget">
      <h2 id="budget">{words.limits.budget}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ input: { budget: moved } });
        }}
      >
        <table className="grid-form">
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{words.limits.limit}</span>
              </th>
              {sides.map((side) => (
                <th key={side} scope="col">
                  {words.limits.sides[side]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {limits.map(({ name, ...range }) => (
              <tr key={name}>
                <th scope="row">{words.limits.names[name]}</th>
                {sides.map((side) => (
                  <td key={side}>
                    <input
                      type="number"
                      required
                      {...range}
                      aria-label={`${words.limits.names[name]}, ${words.limits.sides[side]}`}
                      value={draft[side][name]}
                      onChange={(event) => set(side, name, event.target.valueAsNumber)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <button type="submit" disabled={change.isPending || Object.keys(moved).length === 0}>
          {words.limits.set}
        </button>
      </form>
      {change.error && <Problem error={change.error} />}
    </section>
  );
}

/**
 * Returns only the limits that were changed: a limit that is not sent keeps following Candor's own value, or that of
 * its preset.
 */
function changesOf(from: Budget, to: Budget): Partial<Record<Side, Partial<Record<Limit, number>>>> {
  const movedOn = (side: Side) => limits.map(({ name }) => name).filter((name) => from[side][name] !== to[side][name]);
  return Object.fromEntries(
    sides
      .filter((side) => movedOn(side).length > 0)
      .map((side) => [side, Object.fromEntries(movedOn(side).map((name) => [name, to[side][name]]))]),
  );
}

type Allowance = NonNullable<ConsoleAllowancesQuery['allowances']>['nodes'][number];
type Holder = { readonly id: string; readonly name: string };

const periods: readonly AllowancePeriod[] = ['MINUTE', 'DAY', 'MONTH'];

/** What the workspace and its keys may spend in a minute, a day or a month, and what they have spent. */
function Allowances() {
  const paging = usePaging('');
  const { data, error, refetch } = useData(ConsoleAllowancesDocument, { first: pageSize, after: paging.after });
  const keys = useData(ConsoleKeysDocument, { first: 100, after: null }).data?.apiKeys.nodes ?? [];
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { nodes, pageInfo } = data.allowances;
  const nameOf = ({ holderId }: Allowance) =>
    holderId === null ? words.limits.everybody : (keys.find(({ id }) => id === holderId)?.name ?? words.limits.person);
  return (
    <section className="section" aria-labelledby="allowances">
      <h2 id="allowances">{words.limits.allowances}</h2>
      {nodes.length > 0 && (
        <ul className="rows">
          {nodes.map((allowance) => (
            <AllowanceRow
              key={`${allowance.holderId} ${allowance.period}`}
              allowance={allowance}
              holder={nameOf(allowance)}
            />
          ))}
        </ul>
      )}
      <Pager paging={paging} pageInfo={pageInfo} />
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
        <Spent
          text={formatMessage(words.limits.asks, { used: numberOf(usedAsks), most: numberOf(maxAsks), period })}
          used={usedAsks}
          of={maxAsks}
        />
      )}
      {maxTokens !== null && (
        <Spent
          text={formatMessage(words.limits.tokens, { used: numberOf(usedTokens), most: numberOf(maxTokens), period })}
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
