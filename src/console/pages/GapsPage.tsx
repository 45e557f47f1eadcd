import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { request, useData } from '../request.ts';
import { ConsoleCurateChosenDocument, ConsoleGapsDocument, type ConsoleGapsQuery } from '../generated/graphql.ts';
import { Paged, Problem, pageSize, usePaging, useTitle, useMayEdit } from '../page.tsx';
import { formatMessage, quotedList, dayOf, words } from '../words/words.ts';

type Gap = NonNullable<ConsoleGapsQuery['knowledgeGaps']>['nodes'][number];

/** Questions that the documents do not answer, each with a way to close the gap. */
export function GapsPage() {
  useTitle(words.pages.gaps);
  const [onlyChosen, setOnlyChosen] = useState(false);
  const paging = usePaging(String(onlyChosen));
  const result = useData(ConsoleGapsDocument, {
    first: pageSize,
    after: paging.after,
    chosen: onlyChosen ? true : null,
  });
  const found = result.data?.knowledgeGaps;
  return (
    <>
      <div className="page-head">
        <h1>{words.gaps.title}</h1>
        <p className="muted">
          {words.gaps.lead}{' '}
          {found &&
            found.runCount > 0 &&
            formatMessage(words.gaps.share, { unanswered: found.unansweredCount, all: found.runCount })}
        </p>
      </div>
      <label className="choice">
        <input type="checkbox" checked={onlyChosen} onChange={(event) => setOnlyChosen(event.target.checked)} />
        {words.gaps.onlyChosen}
      </label>
      <Paged
        result={result}
        paging={paging}
        page={({ knowledgeGaps: { nodes, pageInfo } }) => ({
          nodes: nodes.map((gap) => ({ ...gap, id: gap.question })),
          pageInfo,
        })}
        empty={words.gaps.none}
        row={(gap) => <GapRow gap={gap} />}
      />
    </>
  );
}

function GapRow({ gap }: { readonly gap: Gap }) {
  const mayEdit = useMayEdit();
  // A chosen one is named above.
  const documents = gap.nearestDocuments
    .filter(({ id }) => gap.chosen.every(({ document }) => document?.id !== id))
    .slice(0, 3);
  const [reason] = gap.causes.flatMap((cause) => cause.reason ?? []);
  const missing = gap.causes.flatMap((cause) => cause.missing ?? []);
  return (
    <div className="row gap">
      <h2 className="row-name" dir="auto">
        {gap.question}
      </h2>
      <span className="row-side">
        {mayEdit && (
          <Link href={`/answers/new?q=${encodeURIComponent(gap.question)}`} className="button">
            {words.refusal.writeAnswer}
          </Link>
        )}
      </span>
      <p className="row-facts muted small">
        <span>{formatMessage(words.gaps.asked, { n: gap.count })}</span>
        <span>{formatMessage(words.gaps.last, { day: dayOf(gap.lastAskedAt) })}</span>
        {reason && <span>{words.gapReasons[reason]}</span>}
        {gap.run && <Link href={`/runs/${gap.run.id}`}>{words.answer.seeRun}</Link>}
      </p>
      {gap.chosen.map((chosen) => (
        <Chosen key={chosen.sentence} chosen={chosen} question={gap.question} />
      ))}
      <p className="row-facts small">
        {missing.length > 0 && <span>{formatMessage(words.runs.missing, { list: quotedList(missing) })}</span>}
        {documents.length > 0 && <span className="muted">{words.gaps.near}</span>}
        {documents.map(({ id, title }) => (
          <Link key={id} href={`/documents/${id}`}>
            {title}
          </Link>
        ))}
      </p>
    </div>
  );
}

/** A passage that people chose, with a button that makes it the answer from now on. */
function Chosen({ chosen, question }: { readonly chosen: Gap['chosen'][number]; readonly question: string }) {
  const mayEdit = useMayEdit();
  const { chunk, run, sentence, document } = chosen;
  const curate = useMutation({
    mutationFn: () =>
      request(ConsoleCurateChosenDocument, { input: { runId: run?.id ?? '', passageId: chunk?.id ?? null } }),
  });
  return (
    <div className="row-facts small">
      <span className="muted">{words.gaps.chosen}</span>
      <q dir="auto">{sentence.replaceAll(/\s+/g, ' ')}</q>
      {document && <Link href={`/documents/${document.id}`}>{document.title}</Link>}
      {mayEdit && run && chunk && !curate.isSuccess && (
        <button type="button" className="small main" disabled={curate.isPending} onClick={() => curate.mutate()}>
          {words.gaps.make}
        </button>
      )}
      {curate.isSuccess && (
        <span role="status">
          {words.gaps.made} <Link href={`/?q=${encodeURIComponent(question)}`}>{words.gaps.again}</Link>
        </span>
      )}
      {curate.error && <Problem error={curate.error} />}
    </div>
  );
}
