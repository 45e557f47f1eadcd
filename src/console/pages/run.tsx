import { config, type infer as Inferred } from 'zod/mini';
import { passageTrace, runTrace } from '../../contract/trace.ts';
import { factsOf, plainText, useOpenSource } from '../place.ts';
import { secondsOf, formatMessage, numberOf, words, momentOf, percentOf } from '../words/words.ts';
import type { ConsoleRunQuery, RunOutcome, Tier } from '../generated/graphql.ts';

// The page's security policy allows no code from text, which zod would otherwise try.
config({ jitless: true });

export type RunTrace = Inferred<typeof runTrace>;

/** How a run came about; undefined if it was recorded in another shape. */
export const traceIn = ({ trace }: FullRun): RunTrace | undefined => runTrace.safeParse(trace).data;

type Passage = FullRun['passages'][number];

/** The passages that were judged last, with the reasons for their ranks. */
export function RunPassages({ passages }: { readonly passages: readonly Passage[] }) {
  if (passages.length === 0) return null;
  return (
    <section className="section nearest" aria-labelledby="passages">
      <h2 id="passages">{words.runs.passages}</h2>
      <ul>
        {passages.map((passage) => (
          <li key={passage.chunkId}>
            <PassageView passage={passage} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PassageView({ passage }: { readonly passage: Passage }) {
  const open = useOpenSource();
  const { title, version, text, sourceSpan } = passage;
  const { vector, keyword } = passageTrace.safeParse(passage.trace).data ?? {};
  const why = [
    ...(vector && vector.rank !== null ? [formatMessage(words.runs.byMeaning, { rank: vector.rank })] : []),
    ...(keyword && keyword.rank !== null ? [formatMessage(words.runs.byKeywords, { rank: keyword.rank })] : []),
  ];
  return (
    <button
      type="button"
      className="source-card"
      disabled={version === null}
      onClick={() => open({ title, quote: text, versionId: version?.id ?? null, span: sourceSpan })}
    >
      <span className="source-number" aria-hidden="true">
        {passage.rank}
      </span>
      <span className="source-body">
        <span className="source-title" dir="auto">
          {title}
        </span>
        <span className="quote clamp" dir="auto">
          {plainText(text)}
        </span>
        <span className="muted small">{[...why, ...factsOf(passage)].join(' · ')}</span>
      </span>
    </button>
  );
}

type Cited = NonNullable<FullRun['result']>['citations'][number];

/** What the outcome cites, with its words, also of documents that are gone by now. */
export function RunSources({ run: { id, result } }: { readonly run: FullRun }) {
  if (!result || result.citations.length === 0) return null;
  return (
    <section className="section nearest" aria-labelledby="sources">
      <h2 id="sources">{words.answer.sources}</h2>
      <ul>
        {result.citations.map((citation) => (
          <li key={citation.number}>
            <SourceView runId={id} citation={citation} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SourceView({ runId, citation }: { readonly runId: string; readonly citation: Cited }) {
  const open = useOpenSource();
  const { number, title, quote, document, version, sourceSpan: span } = citation;
  return (
    <button
      type="button"
      className="source-card"
      onClick={() =>
        open({ title, quote: quote ?? '', versionId: version?.id ?? null, span, cited: { runId, number } })
      }
    >
      <span className="source-number" aria-hidden="true">
        {number}
      </span>
      <span className="source-body">
        <span className="source-title" dir="auto">
          {title}
        </span>
        {quote !== null && (
          <span className="quote" dir="auto">
            {quote}
          </span>
        )}
        <span className="muted small">
          {factsOf(citation).join(' · ')}
          {document === null && <strong className="flag"> {words.answer.gone}</strong>}
        </span>
      </span>
    </button>
  );
}

export type FullRun = NonNullable<ConsoleRunQuery['run']>;

/** What was said to the person: the answer, the clarifying question, or the refusal. */
export const saidIn = (result: NonNullable<FullRun['result']>): string =>
  result.__typename === 'Abstention' ? result.message : result.text;

/** The facts of a run, by name; the value is null where there is none. */
export function runFacts(run: FullRun): readonly (readonly [name: string, value: string | null])[] {
  const { fields } = words.runs;
  const { plan, chatModel = null } = traceIn(run) ?? {};
  const standalone = plan?.standalone ?? run.question;
  const tokens = run.usage.inputTokens + run.usage.outputTokens;
  return [
    [fields.asked, momentOf(run.createdAt)],
    [
      fields.confidence,
      run.confidenceValue === null ? null : formatMessage(words.trust.of, { display: percentOf(run.confidenceValue) }),
    ],
    [fields.gate, run.gate && formatMessage(words.trust.of, { display: percentOf(run.gate.uncertainFrom) })],
    [fields.stopped, run.stopReason && words.stops[run.stopReason]],
    [fields.understood, standalone === run.question ? null : standalone],
    [fields.rounds, numberOf(run.usage.rounds)],
    [fields.took, secondsOf(run.usage.millis, 2)],
    [fields.tokens, tokens > 0 ? numberOf(tokens) : null],
    [fields.model, chatModel],
  ];
}

/** The outcome of a run as a short label. */
export function OutcomeTag({ outcome, tier }: { readonly outcome: RunOutcome | null; readonly tier: Tier | null }) {
  if (outcome === null || tier === null) return <span className="tag bad">{words.runs.fault}</span>;
  const look = outcome === 'ANSWER' ? (tier === 'CONFIDENT' ? 'good' : 'doubt') : '';
  return (
    <span className={`tag ${look}`}>{outcome === 'ANSWER' ? words.tiers[tier] : words.runs.outcomes[outcome]}</span>
  );
}
