import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import { useData } from '../request.ts';
import {
  ConsoleRecallCountDocument,
  ConsoleRunsDocument,
  type ConsoleRunsQuery,
  type RunFilter,
  type RunOutcome,
  type Tier,
} from '../generated/graphql.ts';
import { Paged, pageSize, usePaging, useTitle } from '../page.tsx';
import { secondsOf, formatMessage, momentOf, numberOf, percentOf, words } from '../words/words.ts';
import { OutcomeTag } from './run.tsx';

type Row = NonNullable<ConsoleRunsQuery['runs']>['nodes'][number];

const outcomes: readonly RunOutcome[] = ['ANSWER', 'CLARIFICATION', 'ABSTENTION'];
const tiers: readonly Tier[] = ['CONFIDENT', 'UNCERTAIN', 'VERIFICATION_FAILED'];

/** An outcome, or how sure it was. */
type Happened = '' | RunOutcome | Tier;

const filterOf = (happened: Happened): RunFilter =>
  outcomes.some((outcome) => outcome === happened)
    ? { outcome: happened as RunOutcome }
    : happened
      ? { tier: happened as Tier }
      : {};

/** The questions asked, newest first. */
export function RunsPage() {
  useTitle(words.pages.runs);
  const [happened, setHappened] = useState<Happened>('');
  const [contains, setContains] = useState('');
  const asked = useDeferredValue(contains);
  const paging = usePaging(`${asked} ${happened}`);
  const filter = { ...filterOf(happened), ...(asked && { contains: asked }) };
  const result = useData(ConsoleRunsDocument, { first: pageSize, after: paging.after, filter });
  return (
    <>
      <div className="page-head">
        <h1>{words.pages.runs}</h1>
        <p className="muted">{words.runs.lead}</p>
        <RecallsLink />
      </div>
      <div className="filters">
        <input
          type="search"
          aria-label={words.runs.search}
          placeholder={words.runs.search}
          value={contains}
          onChange={(event) => setContains(event.target.value)}
        />
        <HappenedChoice happened={happened} choose={setHappened} />
      </div>
      <Paged
        result={result}
        paging={paging}
        page={(data) => data.runs}
        empty={
          happened || asked ? (
            words.curated.none
          ) : (
            <>
              <p>{words.runs.none}</p>
              <Link href="/" className="button main">
                {words.ask.submit}
              </Link>
            </>
          )
        }
        row={(run) => <RunRow run={run} />}
      />
    </>
  );
}

/** To the answers that no longer hold, where there are any. */
function RecallsLink() {
  const count = useData(ConsoleRecallCountDocument, {}).data?.recalls.totalCount ?? 0;
  if (count === 0) return null;
  return (
    <Link href="/recalls" className="button">
      {words.recalls.title} ({numberOf(count)})
    </Link>
  );
}

function HappenedChoice(given: { readonly happened: Happened; readonly choose: (happened: Happened) => void }) {
  const { happened, choose } = given;
  return (
    <select
      aria-label={words.runs.outcome}
      value={happened}
      onChange={(event) => choose(event.target.value as Happened)}
    >
      <option value="">{words.runs.every}</option>
      <optgroup label={words.runs.outcome}>
        {outcomes.map((name) => (
          <option key={name} value={name}>
            {words.runs.outcomes[name]}
          </option>
        ))}
      </optgroup>
      <optgroup label={words.runs.fields.confidence}>
        {tiers.map((name) => (
          <option key={name} value={name}>
            {words.tiers[name]}
          </option>
        ))}
      </optgroup>
    </select>
  );
}

function RunRow({ run }: { readonly run: Row }) {
  return (
    <Link href={`/runs/${run.id}`} className="row">
      <span className="row-name" dir="auto">
        {run.question}
      </span>
      <span className="row-side">
        <OutcomeTag outcome={run.outcome} tier={run.tier} />
      </span>
      <span className="row-facts muted small">
        <span>{momentOf(run.createdAt)}</span>
        {run.confidenceValue !== null && (
          <span>{formatMessage(words.trust.of, { display: percentOf(run.confidenceValue) })}</span>
        )}
        {run.stopReason && <span>{words.stops[run.stopReason]}</span>}
        <span>{secondsOf(run.usage.millis)}</span>
      </span>
    </Link>
  );
}
