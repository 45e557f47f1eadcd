import { useEffect, useRef, type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'wouter';
import * as Dialog from '@radix-ui/react-dialog';
import { useData } from './request.ts';
import {
  ConsoleSourceDocument,
  ConsoleSourceTextDocument,
  type ConsoleSourceQuery,
  type CheckName,
} from './generated/graphql.ts';
import { Loading, Problem } from './page.tsx';
import { formatMessage, dayOf, words } from './words/words.ts';
import { Blocks } from './Blocks.tsx';
import { inputOf, type SourceRef, SourceDoor } from './place.ts';

type Verified = NonNullable<ConsoleSourceQuery['verifyCitation']>;

/** A source with the cited words marked. The citation is verified again when the source is opened. */
function Source({ source }: { readonly source: SourceRef }) {
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
      {version && <span>{formatMessage(words.source.version, { n: version.number })}</span>}
      {version && <span>{formatMessage(words.source.from, { day: dayOf(version.effectiveFrom) })}</span>}
      {document && <Link href={`/documents/${document.id}`}>{words.source.open}</Link>}
      {document?.url && (
        <a href={document.url} target="_blank" rel="noreferrer">
          {words.source.read}
        </a>
      )}
    </p>
  );
}

/** Whether the cited words are still in the document and still true. */
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
    <Scrolled frame={frame}>
      <Blocks blocks={blocks} mark={source.span} />
    </Scrolled>
  );
}

function Excerpt({ source }: { readonly source: SourceRef }) {
  const { data } = useData(ConsoleSourceTextDocument, { input: inputOf(source) });
  const text = data?.verifyCitation.version?.text;
  const frame = useScrollToMark(text);
  if (text === undefined) return <Loading text={words.source.reading} />;
  const { before, quote, after } = excerptOf(text, source.span);
  return (
    <Scrolled frame={frame}>
      <p className="muted small">{words.source.excerpt}</p>
      <p className="as-written">
        {before}
        <mark>{quote}</mark>
        {after}
      </p>
    </Scrolled>
  );
}

/** What is longer than the sheet scrolls with the keyboard too. */
function Scrolled({
  frame,
  children,
}: {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}) {
  return (
    <div className="source-text" tabIndex={0} role="region" aria-label={words.source.title} ref={frame}>
      {children}
    </div>
  );
}

/** Scrolls the mark to the middle of the sheet once it is rendered. */
function useScrollToMark(ready: unknown) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [ready]);
  return frame;
}

interface Check {
  readonly name: CheckName;
  readonly passed: boolean;
  readonly detail: string | null;
}

/** What was compared between a claim and its source, and with which result. */
function Checks({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className="checks">
      {checks.map(({ name, passed, detail }) => (
        <li key={name} className={passed ? 'passed' : 'failed'}>
          <span aria-hidden="true">{passed ? '✓' : '✕'}</span> {words.checks[name]}{' '}
          {!passed && <strong>({words.trust.no})</strong>}
          {detail && <span className="muted"> {detail}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Characters shown on each side of a quote if its document is too long to show in full. */
const around = 2_500;

/** The quote with some 2,500 characters on each side, cut at line breaks. */
function excerptOf(text: string, { start, end }: { readonly start: number; readonly end: number }) {
  const first = start <= around ? 0 : text.indexOf('\n', start - around) + 1;
  const last = end + around >= text.length ? text.length : text.lastIndexOf('\n', end + around);
  const from = first > start ? start : first;
  return {
    before: text.slice(from, start),
    quote: text.slice(start, end),
    after: text.slice(end, Math.max(end, last)),
  };
}

/**
 * Lets everything inside it open a source in a side sheet. The page stays usable, so that a person can compare the two.
 */
export function SourceSheet({ children }: { readonly children: ReactNode }) {
  const [source, setSource] = useState<SourceRef>();
  const opener = useRef<HTMLElement>(null);
  const open = (next: SourceRef) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setSource(next);
  };
  return (
    <SourceDoor value={open}>
      <div className={source ? 'beside-sheet' : undefined}>{children}</div>
      <Dialog.Root open={source !== undefined} onOpenChange={(isOpen) => isOpen || setSource(undefined)} modal={false}>
        <Dialog.Portal>
          <Dialog.Content
            className="sheet"
            aria-describedby={undefined}
            onInteractOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              opener.current?.focus();
            }}
          >
            <header className="sheet-head">
              <Dialog.Title className="sheet-title">{source?.title}</Dialog.Title>
              <Dialog.Close className="quiet" aria-label={words.close}>
                <span aria-hidden="true">✕</span>
              </Dialog.Close>
            </header>
            {source && <Source key={`${source.versionId} ${source.span.start}`} source={source} />}
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </SourceDoor>
  );
}
