import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useData } from '../api/request.ts';
import { ConsoleSourceDocument, ConsoleSourceTextDocument, type ConsoleSourceQuery } from '../generated/graphql.ts';
import { Loading, Problem } from '../shell/state.tsx';
import { dayOf, words } from '../words/words.ts';
import { Blocks } from './Blocks.tsx';
import { Checks } from './Checks.tsx';
import { excerptOf } from './excerpt.ts';
import { inputOf, type SourceRef } from './sourceRef.ts';

type Verified = ConsoleSourceQuery['verifyCitation'];

/** A source with the cited words marked, checked again as it is opened. */
export function Source({ source }: { readonly source: SourceRef }) {
  const { data, error, refetch } = useData(ConsoleSourceDocument, { input: inputOf(source) });
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Loading text={words.source.reading} />;
  const { verifyCitation: found } = data;
  return (
    <div className="source">
      <Provenance found={found} />
      <Standing found={found} />
      {found.version && <Text source={source} version={found.version} />}
      {found.checks.length > 0 && (
        <details className="source-checks">
          <summary>{words.source.checks}</summary>
          <Checks checks={found.checks} />
        </details>
      )}
    </div>
  );
}

function Provenance({ found: { document, version } }: { readonly found: Verified }) {
  return (
    <p className="muted small source-facts">
      {version && <span>{words.source.version(version.number)}</span>}
      {version && <span>{words.source.from(dayOf(version.effectiveFrom))}</span>}
      {document && <Link href={`/documents/${document.id}`}>{words.source.open}</Link>}
      {document?.url && (
        <a href={document.url} target="_blank" rel="noreferrer">
          {words.source.read}
        </a>
      )}
    </p>
  );
}

/** Whether the cited words still stand and still hold. */
function Standing({ found: { quoteMatches, holdsToday, today, version } }: { readonly found: Verified }) {
  if (!version) return <p className="note warn">{words.source.missing}</p>;
  if (quoteMatches === false) return <p className="note warn">{words.source.notQuoted}</p>;
  if (holdsToday === false)
    return (
      <div className="note warn">
        <p>{today?.quote ? words.source.differs : words.source.gone}</p>
        {today?.quote && <blockquote>{today.quote}</blockquote>}
      </div>
    );
  return holdsToday === true ? <p className="note fine">{words.source.holds}</p> : null;
}

function Text({ source, version }: { readonly source: SourceRef; readonly version: NonNullable<Verified['version']> }) {
  const blocks = version.blocks?.nodes ?? [];
  const covered =
    blocks.some(({ span }) => span.end >= source.span.end) || version.blocks?.pageInfo.hasNextPage === false;
  const frame = useScrollToMark(covered);
  if (!covered) return <Excerpt source={source} />;
  return (
    <div className="source-text" ref={frame}>
      <Blocks blocks={blocks} mark={source.span} />
    </div>
  );
}

function Excerpt({ source }: { readonly source: SourceRef }) {
  const { data } = useData(ConsoleSourceTextDocument, { input: inputOf(source) });
  const text = data?.verifyCitation.version?.text;
  const frame = useScrollToMark(text);
  if (text === undefined) return <Loading text={words.source.reading} />;
  const { before, quote, after } = excerptOf(text, source.span);
  return (
    <div className="source-text" ref={frame}>
      <p className="muted small">{words.source.excerpt}</p>
      <p className="as-written">
        {before}
        <mark>{quote}</mark>
        {after}
      </p>
    </div>
  );
}

/** The mark is brought to the middle of the sheet once it is there. */
function useScrollToMark(ready: unknown) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [ready]);
  return frame;
}
