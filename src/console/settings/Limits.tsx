import { useState } from 'react';
import { Link } from 'wouter';
import { useData } from '../api/request.ts';
import { ConsoleLimitsDocument, type ConsoleLimitsQuery, ConsoleSetRetentionDocument } from '../generated/graphql.ts';
import { Field } from '../shell/Field.tsx';
import { Loading, Problem } from '../shell/state.tsx';
import { useChange } from '../shell/useChange.ts';
import { words } from '../words/words.ts';
import { Allowances } from './Allowances.tsx';
import { BudgetForm } from './BudgetForm.tsx';

/** What may be spent, and for how long what was deleted is kept. */
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

type Days = ConsoleLimitsQuery['workspace']['retentionDays'];

function Retention({ days }: { readonly days: Days }) {
  const [draft, setDraft] = useState(String(days));
  const change = useChange(ConsoleSetRetentionDocument);
  return (
    <section className="section" aria-labelledby="retention">
      <h2 id="retention">{words.limits.retention}</h2>
      <form
        className="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ input: { days: Number(draft) } });
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
