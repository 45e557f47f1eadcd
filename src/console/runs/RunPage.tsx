import { Link, useParams } from 'wouter';
import { useData } from '../api/request.ts';
import { FeedbackForm } from '../ask/FeedbackForm.tsx';
import { ConsoleRunDocument } from '../generated/graphql.ts';
import { Loading, Problem } from '../shell/state.tsx';
import { useTitle } from '../shell/useTitle.ts';
import { momentOf, percentOf, words } from '../words/words.ts';
import { OutcomeTag } from './OutcomeTag.tsx';
import { Rounds } from './Rounds.tsx';
import type { FullRun } from './run.ts';
import { RunPassages } from './RunPassages.tsx';
import { Timeline } from './Timeline.tsx';

const kinds = { ANSWER: 'Answer', CLARIFICATION: 'Clarification', ABSTENTION: 'Abstention' } as const;

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
      <Facts run={run} />
      <Timeline steps={run.steps} total={run.usage.millis} />
      <Rounds run={run} />
      <RunPassages passages={run.passages} />
      <Feedback run={run} />
    </>
  );
}

function Facts({ run }: { readonly run: FullRun }) {
  const { fields } = words.runs;
  const tokens = run.usage.inputTokens + run.usage.outputTokens;
  const facts: readonly (readonly [string, string | null])[] = [
    [fields.asked, momentOf(run.createdAt)],
    [fields.confidence, run.confidenceValue === null ? null : words.trust.of(percentOf(run.confidenceValue))],
    [fields.gate, run.gate && words.trust.of(percentOf(run.gate.uncertainFrom))],
    [fields.stopped, run.stopReason && words.stops[run.stopReason]],
    [fields.understood, run.plan && run.plan.standalone !== run.question ? run.plan.standalone : null],
    [fields.took, words.answer.took((run.usage.millis / 1000).toFixed(2))],
    [fields.tokens, tokens > 0 ? tokens.toLocaleString(words.locale) : null],
    [fields.model, run.chatModel],
  ];
  return (
    <dl className="facts">
      <div>
        <dt>{fields.outcome}</dt>
        <dd>
          <OutcomeTag outcome={run.outcome} tier={run.tier} />
        </dd>
      </div>
      {facts.map(
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
      {run.outcome && <FeedbackForm runId={run.id} kind={kinds[run.outcome]} />}
    </section>
  );
}
