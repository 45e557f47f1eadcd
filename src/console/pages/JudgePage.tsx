import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { refresh, useData } from '../request.ts';
import { FeedbackForm } from '../ask/FeedbackForm.tsx';
import { ConsoleQueueDocument, type ConsoleQueueQuery, ConsoleRunDocument } from '../generated/graphql.ts';
import { OutcomeTag, saidIn, RunPassages } from './run.tsx';
import { Loading, Problem, useTitle } from '../page.tsx';
import { formatMessage, momentOf, percentOf, words } from '../words/words.ts';

type Queued = NonNullable<ConsoleQueueQuery['labellingQueue']>['nodes'][number];

/** The labelling queue, one run at a time: the question, the answer, the passages, and two thumbs. */
export function JudgePage() {
  useTitle(words.judge.title);
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const { data, error, refetch } = useData(ConsoleQueueDocument, {});
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const [run, ...others] = data.labellingQueue.nodes.filter(({ id }) => !skipped.includes(id));
  return (
    <>
      <Link href="/quality" className="back">
        {words.judge.back}
      </Link>
      <div className="page-head">
        <h1>{words.judge.title}</h1>
        <p className="muted">
          {words.judge.lead} {run && formatMessage(words.judge.left, { n: data.labellingQueue.totalCount })}
        </p>
      </div>
      {run ? (
        <Judged key={run.id} run={run} skip={() => setSkipped([...skipped, run.id])} />
      ) : (
        <p className="nothing">{words.judge.none}</p>
      )}
      {others.length > 0 && <Others runs={others} />}
    </>
  );
}

function Judged({ run, skip }: { readonly run: Queued; readonly skip: () => void }) {
  const client = useQueryClient();
  const { data, error } = useData(ConsoleRunDocument, { id: run.id });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const result = data.run?.result;
  return (
    <article className="judged" aria-labelledby="judged">
      <div className="judged-head">
        <h2 id="judged" dir="auto">
          {run.question}
        </h2>
        <OutcomeTag outcome={run.outcome} tier={run.tier} />
      </div>
      <p className="said" dir="auto">
        {result && saidIn(result)}
      </p>
      <p className="row-facts muted small">
        {run.confidenceValue !== null && (
          <span>{formatMessage(words.trust.of, { display: percentOf(run.confidenceValue) })}</span>
        )}
        <span>{momentOf(run.createdAt)}</span>
        {run.similarCount !== null && run.similarCount > 1 && (
          <span>{formatMessage(words.judge.similar, { n: run.similarCount })}</span>
        )}
        <Link href={`/runs/${run.id}`}>{words.answer.seeRun}</Link>
      </p>
      <div className="judged-foot">
        {result && <FeedbackForm runId={run.id} kind={result.__typename} done={() => void refresh(client)} />}
        <button type="button" className="quiet" onClick={skip}>
          {words.judge.skip}
        </button>
      </div>
      {data.run && (
        <details>
          <summary>{words.runs.passages}</summary>
          <RunPassages passages={data.run.passages} />
        </details>
      )}
    </article>
  );
}

function Others({ runs }: { readonly runs: readonly Queued[] }) {
  return (
    <section className="section" aria-labelledby="others">
      <h2 id="others">{words.judge.next}</h2>
      <ul className="rows">
        {runs.map((run) => (
          <li key={run.id} className="row">
            <span className="row-name" dir="auto">
              {run.question}
            </span>
            <span className="row-side">
              <OutcomeTag outcome={run.outcome} tier={run.tier} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
