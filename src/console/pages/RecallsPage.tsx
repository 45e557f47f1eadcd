import { useId, useState } from 'react';
import { Link } from 'wouter';
import { copiedRuns } from '../ask/history.ts';
import { Recalled } from '../ask/Recalled.tsx';
import {
  ConsoleRecallCountDocument,
  ConsoleRecallsDocument,
  type ConsoleRecallsQuery,
  type ConsoleRecallsQueryVariables,
} from '../generated/graphql.ts';
import { Paged, pageSize, usePaging, useTitle } from '../page.tsx';
import { useData } from '../request.ts';
import { momentOf, words } from '../words/words.ts';

type Recall = NonNullable<ConsoleRecallsQuery['recalls']>['nodes'][number];

/** While the page is open, answers are called back in the background. */
const refetchInterval = 30_000;

/** Answers whose sources say something else by now: first those that somebody may have acted on. */
export function RecallsPage() {
  useTitle(words.recalls.title);
  const [copied] = useState(copiedRuns);
  const { data } = useData(ConsoleRecallCountDocument, {}, { refetchInterval });
  return (
    <>
      <Link href="/runs" className="back">
        {words.runs.back}
      </Link>
      <div className="page-head">
        <h1>{words.recalls.title}</h1>
        <p className="muted">{words.recalls.lead}</p>
      </div>
      {data?.recalls.totalCount === 0 && <div className="nothing">{words.recalls.none}</div>}
      {copied.length > 0 && <Part title={words.recalls.copied} which={{ runIds: copied }} />}
      <Part title={words.recalls.tiers.CONFIDENT} which={{ tier: 'CONFIDENT' }} without={copied} />
      <Part title={words.recalls.tiers.UNCERTAIN} which={{ tier: 'UNCERTAIN' }} without={copied} />
    </>
  );
}

interface Given {
  readonly title: string;
  readonly which: Pick<ConsoleRecallsQueryVariables, 'tier' | 'runIds'>;
  /** Runs that are shown elsewhere. */
  readonly without?: readonly string[];
}

function Part({ title, which, without = [] }: Given) {
  const id = useId();
  const paging = usePaging(title);
  const variables = { first: pageSize, after: paging.after, ...which };
  const result = useData(ConsoleRecallsDocument, variables, { refetchInterval });
  const left = ({ recalls }: NonNullable<typeof result.data>) => ({
    pageInfo: recalls.pageInfo,
    nodes: recalls.nodes.filter((recall) => !without.includes(recall.id)),
  });
  const page = result.data && left(result.data);
  if (page?.nodes.length === 0 && !page.pageInfo.hasNextPage && paging.pages === 0) return null;
  return (
    <section className="section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Paged result={result} paging={paging} page={left} empty={null} row={(recall) => <RecallRow recall={recall} />} />
    </section>
  );
}

function RecallRow({ recall: { id, question, createdAt, standing } }: { readonly recall: Recall }) {
  const quote = standing?.citation?.quote;
  return (
    <div className="row recall">
      <h3 className="row-name" dir="auto">
        <Link href={`/runs/${id}`}>{question}</Link>
      </h3>
      <span className="row-side">
        <Link href={`/?q=${encodeURIComponent(question)}`} className="button">
          {words.runs.again}
        </Link>
      </span>
      <p className="row-facts muted small">{momentOf(createdAt)}</p>
      {quote && (
        <p className="row-facts small">
          <span className="muted">{words.recalls.said}</span> <q dir="auto">{quote.replaceAll(/\s+/g, ' ')}</q>
        </p>
      )}
      <Recalled standing={standing} />
    </div>
  );
}
