import { useState } from 'react';
import { type ConsoleLimitsQuery, ConsoleSetBudgetDocument } from '../generated/graphql.ts';
import { Problem } from '../shell/state.tsx';
import { useChange } from '../shell/useChange.ts';
import { words } from '../words/words.ts';

type Budget = ConsoleLimitsQuery['workspace']['budget'];
type Side = keyof Budget;
type Limit = keyof Budget['defaults'];

const sides: readonly Side[] = ['defaults', 'ceilings'];
/** The limits with what the server takes: milliseconds, rounds and tokens. */
const limits: readonly { readonly name: Limit; readonly min: number; readonly max: number; readonly step: number }[] = [
  { name: 'maxMillis', min: 50, max: 120_000, step: 50 },
  { name: 'maxRounds', min: 1, max: 5, step: 1 },
  { name: 'maxTokens', min: 0, max: 200_000, step: 1 },
];

/** What one question may spend: where it sets no limit itself, and at most. */
export function BudgetForm({ budget }: { readonly budget: Budget }) {
  const [draft, setDraft] = useState(budget);
  const change = useChange(ConsoleSetBudgetDocument);
  const set = (side: Side, name: Limit, value: number) =>
    setDraft({ ...draft, [side]: { ...draft[side], [name]: value } });
  const moved = changesOf(budget, draft);
  return (
    <section className="section" aria-labelledby="budget">
      <h2 id="budget">{words.limits.budget}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ input: moved });
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

/** Only what was moved is sent: a limit that is not sent goes on to follow Candor's own, or its preset's. */
function changesOf(from: Budget, to: Budget): Partial<Record<Side, Partial<Record<Limit, number>>>> {
  const movedOn = (side: Side) => limits.map(({ name }) => name).filter((name) => from[side][name] !== to[side][name]);
  return Object.fromEntries(
    sides
      .filter((side) => movedOn(side).length > 0)
      .map((side) => [side, Object.fromEntries(movedOn(side).map((name) => [name, to[side][name]]))]),
  );
}
