import { Link, useParams } from 'wouter';
import { useData } from '../api/request.ts';
import { FeedbackForm } from '../ask/FeedbackForm.tsx';
import { ConsoleRunDocument } from '../generated/graphql.ts';
import { Loading, Problem } from '../shell/state.tsx';
import { useTitle } from '../shell/useTitle.ts';
import { momentOf, words } from '../words/words.ts';
import { CompareWith } from './CompareWith.tsx';
import { OutcomeTag } from './OutcomeTag.tsx';
import { Rounds } from './Rounds.tsx';
import { type FullRun, runFacts, saidIn } from './run.ts';
import { RunPassages } from './RunPassages.tsx';
import { Timeline } from './Timeline.tsx';

/** One run: what was decided when, on which evidence. */
export function RunPage() {
  const { id } = useParams<{ id: string }>();
  const { data, error, refetch } = useData(ConsoleRunDocument, { id });
  useTitle(data?.run?.question ?? words.pages.runs);
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <Link href="/runs" className="back">
        {words.runs.back}
      </Link>
      {data.run ? <Found run={data.run} /> : <h1>{words.runs.gone}</h1>}
    </>
  );
}

function Found({ run }: { readonly run: FullRun }) {
  return (
    <>
      <div className="page-head">
        <h1 dir="auto">{run.question}</h1>
        <Link href={`/?q=${encodeURIComponent(run.question)}`} className="button">
          {words.runs.again}
        </Link>
      </div>
      {run.result && (
        <p className="said" dir="auto">
          {saidIn(run.result)}
        </p>
      )}
      <Facts run={run} />
      <CompareWith id={run.id} />
      <Timeline steps={run.steps} total={run.usage.millis} />
      <Rounds run={run} />
      <RunPassages passages={run.passages} />
      <Feedback run={run} />
    </>
  );
}

function Facts({ run }: { readonly run: FullRun }) {
  return (
    <dl className="facts">
      <div>
        <dt>{words.runs.fields.outcome}</dt>
        <dd>
          <OutcomeTag outcome={run.outcome} tier={run.tier} />
        </dd>
      </div>
      {runFacts(run).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Feedback({ run }: { readonly run: FullRun }) {
  return (
    <section className="section" aria-labelledby="feedback">
      <h2 id="feedback">{words.runs.feedback}</h2>
      <ul className="small">
        {run.feedback.map(({ id, verdict, comment, createdAt }) => (
          <li key={id}>
            <strong>{verdict === 'CORRECT' ? words.feedback.correct : words.feedback[verdict]}</strong> {comment}{' '}
            <span className="muted">{momentOf(createdAt)}</span>
          </li>
        ))}
      </ul>
      {run.result && <FeedbackForm runId={run.id} kind={run.result.__typename} />}
    </section>
  );
}
