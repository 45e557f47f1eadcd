import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import { useData } from '../request.ts';
import { ConsoleRunsDocument, type ConsoleRunsQuery, type RunOutcome } from '../generated/graphql.ts';
import { Paged, pageSize, usePaging, useTitle } from '../page.tsx';
import { secondsOf, formatMessage, momentOf, percentOf, words } from '../words/words.ts';
import { OutcomeTag } from './run.tsx';

type Row = ConsoleRunsQuery['runs']['nodes'][number];

const outcomes: readonly RunOutcome[] = ['ANSWER', 'CLARIFICATION', 'ABSTENTION'];

/** The questions asked, newest first. */
export function RunsPage() {
  useTitle(words.pages.runs);
  const [outcome, setOutcome] = useState<RunOutcome | ''>('');
  const [contains, setContains] = useState('');
  const asked = useDeferredValue(contains);
  const paging = usePaging(`${asked} ${outcome}`);
  const filter = { ...(outcome && { outcome }), ...(asked && { contains: asked }) };
  const result = useData(ConsoleRunsDocument, { first: pageSize, after: paging.after, filter });
  return (
    <>
      <div className="page-head">
        <h1>{words.pages.runs}</h1>
        <p className="muted">{words.runs.lead}</p>
      </div>
      <div className="filters">
        <input
          type="search"
          aria-label={words.runs.search}
          placeholder={words.runs.search}
          value={contains}
          onChange={(event) => setContains(event.target.value)}
        />
        <select
          aria-label={words.runs.outcome}
          value={outcome}
          onChange={(event) => setOutcome(event.target.value as RunOutcome | '')}
        >
          <option value="">{words.runs.every}</option>
          {outcomes.map((name) => (
            <option key={name} value={name}>
              {words.runs.outcomes[name]}
            </option>
          ))}
        </select>
      </div>
      <Paged
        result={result}
        paging={paging}
        page={(data) => data.runs}
        empty={
          outcome || asked ? (
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
