import { Link, useParams } from 'wouter';
import { useData } from '../request.ts';
import { plainText, useOpenSource } from '../place.ts';
import { OutcomeTag, type FullRun, runFacts, saidIn } from './run.tsx';
import { ConsoleRunDocument } from '../generated/graphql.ts';
import { Loading, Problem, useTitle } from '../page.tsx';
import { formatMessage, words } from '../words/words.ts';

/** Two runs side by side: how their outcomes differ, and which passages moved. */
export function ComparePage() {
  const { id, other } = useParams<{ id: string; other: string }>();
  const [left, right] = [useData(ConsoleRunDocument, { id }), useData(ConsoleRunDocument, { id: other })];
  useTitle(words.compare.title);
  const error = left.error ?? right.error;
  if (error) return <Problem error={error} />;
  if (!left.data || !right.data) return <Loading />;
  const runs = [left.data.run, right.data.run] as const;
  return (
    <>
      <Link href={`/runs/${id}`} className="back">
        {words.compare.back}
      </Link>
      {runs[0] && runs[1] ? <Both left={runs[0]} right={runs[1]} /> : <h1>{words.runs.gone}</h1>}
    </>
  );
}

interface Given {
  readonly left: FullRun;
  readonly right: FullRun;
}

function Both({ left, right }: Given) {
  return (
    <>
      <div className="page-head">
        <h1>{words.compare.title}</h1>
      </div>
      <div className="block-table" tabIndex={0} role="region" aria-label={words.compare.facts}>
        <Facts left={left} right={right} />
      </div>
      <section className="section" aria-labelledby="passages">
        <h2 id="passages">{words.runs.passages}</h2>
        <div className="block-table" tabIndex={0} role="region" aria-labelledby="passages">
          <Passages pairs={pairPassages(left.passages, right.passages)} />
        </div>
      </section>
    </>
  );
}

const saidText = ({ result }: FullRun) => (result ? saidIn(result) : words.compare.nothing);

function Head() {
  return (
    <>
      <th scope="col">{words.compare.first}</th>
      <th scope="col">{words.compare.second}</th>
    </>
  );
}

function Facts({ left, right }: Given) {
  const others = new Map(runFacts(right));
  return (
    <table className="beside">
      <thead>
        <tr>
          <th scope="col">
            <span className="unseen">{words.compare.facts}</span>
          </th>
          <Head />
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{words.curated.fields.question}</th>
          {[left, right].map((run, at) => (
            <td key={at} dir="auto">
              <Link href={`/runs/${run.id}`}>{run.question}</Link>
            </td>
          ))}
        </tr>
        <tr className={left.tier === right.tier ? undefined : 'differs'}>
          <th scope="row">{words.runs.fields.outcome}</th>
          {[left, right].map((run, at) => (
            <td key={at}>
              <OutcomeTag outcome={run.outcome} tier={run.tier} />
            </td>
          ))}
        </tr>
        <tr className={saidText(left) === saidText(right) ? undefined : 'differs'}>
          <th scope="row">{words.compare.said}</th>
          {[left, right].map((run, at) => (
            <td key={at} className="said" dir="auto">
              {saidText(run)}
            </td>
          ))}
        </tr>
        {runFacts(left)
          .filter(([name, value]) => value !== null || others.get(name) !== null)
          .map(([name, value]) => (
            <tr key={name} className={value === others.get(name) ? undefined : 'differs'}>
              <th scope="row">{name}</th>
              <td dir="auto">{value ?? words.compare.nothing}</td>
              <td dir="auto">{others.get(name) ?? words.compare.nothing}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function Passages({ pairs }: { readonly pairs: readonly PassagePair[] }) {
  const open = useOpenSource();
  return (
    <table className="beside">
      <thead>
        <tr>
          <th scope="col">{words.compare.passage}</th>
          <Head />
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ passage, left, right }) => (
          <tr key={passage.chunkId} className={left === right ? undefined : 'differs'}>
            <th scope="row">
              <button
                type="button"
                className="passage-link"
                disabled={passage.version === null}
                onClick={() =>
                  open({
                    title: passage.title,
                    quote: passage.text,
                    versionId: passage.version?.id ?? null,
                    span: passage.sourceSpan,
                  })
                }
              >
                <span dir="auto">{passage.title}</span>
                <span className="muted small clamp" dir="auto">
                  {plainText(passage.text)}
                </span>
              </button>
            </th>
            {[left, right].map((rank, at) => (
              <td key={at}>{rank === null ? words.compare.absent : formatMessage(words.compare.rank, { rank })}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Passage = FullRun['passages'][number];

interface PassagePair {
  readonly passage: Passage;
  /** Its rank in each run, from 1; null: it is not among the passages of that run. */
  readonly left: number | null;
  readonly right: number | null;
}

/**
 * Pairs the passages of two runs, ordered by the better of their two ranks. Passages are the same if they have the same
 * text at the same place of the same document: a version that was parsed again has other ids.
 */
function pairPassages(left: readonly Passage[], right: readonly Passage[]): PassagePair[] {
  const keyOf = ({ documentKey, sourceSpan, text }: Passage) => `${documentKey} ${sourceSpan.start} ${text}`;
  const ranks = new Map(right.map((passage) => [keyOf(passage), passage.rank]));
  const mine = new Set(left.map(keyOf));
  const pairs = [
    ...left.map((passage) => ({ passage, left: passage.rank, right: ranks.get(keyOf(passage)) ?? null })),
    ...right
      .filter((passage) => !mine.has(keyOf(passage)))
      .map((passage) => ({ passage, left: null, right: passage.rank })),
  ];
  const best = (pair: PassagePair) => Math.min(pair.left ?? Infinity, pair.right ?? Infinity);
  return pairs.sort((a, b) => best(a) - best(b));
}
