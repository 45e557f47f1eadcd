import { Link, useParams, useLocation } from 'wouter';
import { useId } from 'react';
import { useData, useChange } from '../request.ts';
import { FeedbackForm } from '../ask/FeedbackForm.tsx';
import { Recalled } from '../ask/Recalled.tsx';
import { ConsoleRunDocument, ConsoleOtherRunsDocument, ConsoleReplayDocument } from '../generated/graphql.ts';
import { FactRows, Loading, Problem, useTitle } from '../page.tsx';
import { formatMessage, quotedList, momentOf, words, percentOf } from '../words/words.ts';
import { OutcomeTag, type FullRun, runFacts, saidIn, RunPassages, RunSources, type RunTrace, traceIn } from './run.tsx';

/** One run: what was decided when, and on which evidence. */
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
  const trace = traceIn(run);
  return (
    <>
      <div className="page-head">
        <h1 dir="auto">{run.question}</h1>
        <Link href={`/?q=${encodeURIComponent(run.question)}`} className="button">
          {words.runs.again}
        </Link>
      </div>
      <Recalled standing={run.standing} />
      {run.result && (
        <p className="said" dir="auto">
          {saidIn(run.result)}
        </p>
      )}
      <RunSources run={run} />
      <Facts run={run} />
      <CompareWith id={run.id} />
      {trace && <Timeline steps={trace.steps} total={run.usage.millis} />}
      {trace && <Rounds trace={trace} />}
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
      <FactRows facts={runFacts(run)} />
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

type Reflection = RunTrace['reflections'][number];
type Search = RunTrace['searches'][number];

/** What each round searched for, what it found and how that was judged. */
function Rounds({ trace: { reflections, searches } }: { readonly trace: RunTrace }) {
  const rounds = [...new Set([...searches, ...reflections].map(({ round }) => round))].sort((a, b) => a - b);
  return rounds.map((round) => (
    <section key={round} className="section" aria-labelledby={`round-${round}`}>
      <h2 id={`round-${round}`}>{formatMessage(words.runs.round, { n: round })}</h2>
      {reflections
        .filter((reflection) => reflection.round === round)
        .map((reflection, at) => (
          <Judgement key={at} reflection={reflection} />
        ))}
      {searches
        .filter((search) => search.round === round)
        .map((search, at) => (
          <FoundPassages key={at} search={search} />
        ))}
    </section>
  ));
}

function Judgement({ reflection }: { readonly reflection: Reflection }) {
  const missing = reflection.requirements.filter(({ coveredBy }) => coveredBy.length === 0);
  return (
    <p className="judgement">
      <strong>{words.verdicts[reflection.verdict]}</strong>{' '}
      {formatMessage(words.trust.of, { display: percentOf(reflection.confidence) })}.{' '}
      {reflection.gap !== 'NONE' && `${words.gapKinds[reflection.gap]}. `}
      {missing.length > 0 && formatMessage(words.runs.missing, { list: quotedList(missing.map(({ text }) => text)) })}
    </p>
  );
}

function FoundPassages({ search: { query, candidates, millis } }: { readonly search: Search }) {
  return (
    <details className="search">
      <summary>
        {formatMessage(words.runs.searched, { query })}{' '}
        <span className="muted small">
          {formatMessage(words.counts.passages, { n: candidates.length })} ·{' '}
          {formatMessage(words.runs.millis, { n: Math.round(millis) })}
        </span>
      </summary>
      <div className="block-table" tabIndex={0} role="region" aria-label={query}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.runs.columns.rank}</th>
              <th scope="col">{words.runs.columns.document}</th>
              <th scope="col">{words.runs.columns.meaning}</th>
              <th scope="col">{words.runs.columns.keywords}</th>
              <th scope="col">{words.runs.columns.score}</th>
            </tr>
          </thead>
          <tbody>
            {candidates.slice(0, 12).map((candidate) => (
              <tr key={candidate.chunkId}>
                <td>{candidate.rank}</td>
                <td>{candidate.documentKey}</td>
                <td>{candidate.vectorRank ?? '–'}</td>
                <td>{candidate.keywordRank ?? '–'}</td>
                <td>{candidate.score.toFixed(3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The steps of the loop on a time axis. */
function Timeline({ steps, total }: { readonly steps: RunTrace['steps']; readonly total: number }) {
  const whole = Math.max(total, ...steps.map(({ startedMillis, millis }) => startedMillis + millis), 1);
  return (
    <section className="section" aria-labelledby="timeline">
      <h2 id="timeline">{words.runs.timeline}</h2>
      <ol className="timeline">
        {steps.map(({ node, startedMillis, millis }, at) => (
          <li key={at}>
            <span className="step-name">{nodeName(node)}</span>
            <span className="step-track" aria-hidden="true">
              <span
                style={{
                  insetInlineStart: `${(startedMillis / whole) * 100}%`,
                  inlineSize: `max(3px, ${(millis / whole) * 100}%)`,
                }}
              />
            </span>
            <span className="muted small">{formatMessage(words.runs.millis, { n: Math.round(millis) })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const nodeName = (node: string): string => (words.runs.nodes as Readonly<Record<string, string>>)[node] ?? node;

/** Ways to compare: with another of the last fifty runs, or with the same question asked again now. */
function CompareWith({ id }: { readonly id: string }) {
  const [, go] = useLocation();
  const name = useId();
  const replay = useChange(ConsoleReplayDocument);
  const { data } = useData(ConsoleOtherRunsDocument, {});
  const others = (data?.runs.nodes ?? []).filter((run) => run.id !== id && run.outcome !== null);
  const compare = (other: string) => go(`/runs/${id}/with/${other}`);
  return (
    <div className="compare-with">
      <label htmlFor={name} className="unseen">
        {words.compare.choose}
      </label>
      <select id={name} value="" onChange={(event) => compare(event.target.value)}>
        <option value="">{words.compare.choose}</option>
        {others.map((run) => (
          <option key={run.id} value={run.id}>
            {momentOf(run.createdAt)}: {run.question}
          </option>
        ))}
      </select>
      <button
        type="button"
        disabled={replay.isPending}
        onClick={() =>
          replay.mutate({ input: { id } }, { onSuccess: ({ replayRun }) => replayRun.run && compare(replayRun.run.id) })
        }
      >
        {replay.isPending ? words.compare.replaying : words.compare.replay}
      </button>
      {replay.error && <Problem error={replay.error} />}
    </div>
  );
}
