import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { useOpenSource, factsOf, type SourceRef } from '../place.ts';
import { ageOf, formatMessage, words, dayOf } from '../words/words.ts';
import { type Answer, type Citation, linesAbove, segments, shortOf } from './outcome.ts';

/**
 * The text of an answer, with the short answer first; rows of a table under their header. Each mark opens the source that
 * proves the words before it.
 */
export function AnswerText({ answer }: { readonly answer: Answer }) {
  const { table, claims } = answer;
  const short = shortOf(answer);
  return (
    <>
      {short && (
        <p className="short" dir="auto">
          {short.text}
          {short.row && (
            <span className="muted small short-place">{[short.row, short.column].filter(Boolean).join(' · ')}</span>
          )}
        </p>
      )}
      {table && claims.length === table.rows.length ? (
        <Rows answer={answer} table={table} />
      ) : (
        <Sentences answer={answer} />
      )}
    </>
  );
}

interface RowsOf {
  readonly answer: Answer;
  readonly table: NonNullable<Answer['table']>;
}

/** Rows as their source has them, the cell that is asked for marked. */
function Rows({ answer: { id, shortAnswer, citations }, table: { caption, columns, rows } }: RowsOf) {
  return (
    <div
      className="block-table answer-table"
      tabIndex={0}
      role="region"
      aria-label={columns.filter(Boolean).join(', ')}
    >
      <table dir="auto">
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, citationNumber }) => (
            <tr key={cells[0]?.sourceSpan.start}>
              {columns.map((column) => {
                const cell = cells.find((each) => each.column === column);
                const isAsked = cell && cell.sourceSpan.start === shortAnswer?.sourceSpan.start;
                return <td key={column}>{isAsked ? <mark>{cell.text}</mark> : cell?.text}</td>;
              })}
              <td>
                <Mark runId={id} citation={citations.find(({ number }) => number === citationNumber)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sentences({ answer: { id, text, claims, mode, citations } }: { readonly answer: Answer }) {
  return (
    <p className={mode === 'EXTRACTIVE' ? 'answer-text as-written' : 'answer-text'} dir="auto">
      {segments(text, claims).map((segment, at) =>
        'text' in segment ? (
          <span key={at}>{segment.text}</span>
        ) : (
          <Mark key={at} runId={id} citation={citations.find(({ number }) => number === segment.citation)} />
        ),
      )}
    </p>
  );
}

/** Where a citation can be read, or what became of it. */
const sourceOf = (runId: string, { title, quote, version, sourceSpan, number }: Citation): SourceRef => ({
  title,
  quote: quote ?? '',
  versionId: version?.id ?? null,
  span: sourceSpan,
  cited: { runId, number },
});

function Mark({ runId, citation }: { readonly runId: string; readonly citation: Citation | undefined }) {
  const open = useOpenSource();
  if (!citation) return null;
  const { number, title } = citation;
  return (
    <button
      type="button"
      className="cite"
      aria-label={formatMessage(words.answer.openSource, { n: number, title })}
      onClick={() => open(sourceOf(runId, citation))}
    >
      {number}
    </button>
  );
}

/** The evidence for an answer, and what contradicts it. */
export function Proof({ answer }: { readonly answer: Answer }) {
  const { claims, conflicts, notices, droppedClaims } = answer;
  return (
    <>
      <Written answer={answer} />
      <Conflicts conflicts={conflicts} />
      {claims.some(({ wording }) => wording === 'REWORDED') && <p className="note">{words.answer.reworded}</p>}
      {notices.length > 0 && (
        <section className="note" aria-label={words.answer.notices}>
          <ul>
            {notices.map(({ message }) => (
              <li key={message} dir="auto">
                {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Sources answer={answer} />
      <Dropped claims={droppedClaims} />
    </>
  );
}

/** What a model wrote, each sentence with how far it is proven; nothing where it has the source's words alone. */
function Written({ answer: { id, written, citations } }: { readonly answer: Answer }) {
  return (
    <WrittenSentences
      sentences={written}
      marks={({ citationNumbers }) =>
        citationNumbers.map((number) => (
          <Mark key={number} runId={id} citation={citations.find((citation) => citation.number === number)} />
        ))
      }
    />
  );
}

type WrittenSentence = Pick<Answer['written'][number], 'text' | 'wording' | 'formula'>;

/** Sentences of a model with how far each is proven; nothing where they have the source's words alone. */
export function WrittenSentences<Sentence extends WrittenSentence>({
  sentences,
  marks,
}: {
  readonly sentences: readonly Sentence[];
  readonly marks?: (sentence: Sentence) => ReactNode;
}) {
  const id = useId();
  if (sentences.every(({ wording }) => wording === 'VERBATIM')) return null;
  return (
    <section className="note" aria-labelledby={id}>
      <h3 id={id}>{words.answer.written}</h3>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence.text}>
            <span dir="auto">{sentence.text}</span>
            {marks?.(sentence)}{' '}
            <span className="muted small">
              {[
                words.answer[sentence.wording],
                sentence.formula && formatMessage(words.answer.formula, { formula: sentence.formula }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The sources of an answer; each can be opened. */
function Sources({ answer: { id: runId, citations, curated, text } }: { readonly answer: Answer }) {
  if (citations.length === 0) return curated && <Curated curated={curated} />;
  return (
    <section className="sources" aria-labelledby={`sources-${runId}`}>
      <h3 id={`sources-${runId}`}>{words.answer.sources}</h3>
      <ol>
        {citations.map((citation) => (
          <li key={citation.number}>
            <SourceCard runId={runId} citation={citation} text={text} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function SourceCard({
  runId,
  citation,
  text,
}: {
  readonly runId: string;
  readonly citation: Citation;
  readonly text: string;
}) {
  const open = useOpenSource();
  const { number, title, document, quote, isCurrent, ageDays } = citation;
  const facts = [...factsOf(citation), ageOf(ageDays)];
  const above = linesAbove(citation);
  return (
    <button type="button" className="source-card" onClick={() => open(sourceOf(runId, citation))}>
      <span className="source-number" aria-hidden="true">
        {number}
      </span>
      <span className="source-body">
        <span className="source-title" dir="auto">
          {title}
        </span>
        {/* An answer that is a verbatim quote has already shown it. */}
        {quote !== null && !text.includes(quote) && (
          <span className="quote" dir="auto">
            {above && <span className="muted">{above} </span>}
            {quote}
          </span>
        )}
        <span className="muted small">
          {facts.join(' · ')}
          {document === null ? (
            <strong className="flag"> {words.answer.gone}</strong>
          ) : (
            !isCurrent && <strong className="flag"> {words.answer.outdated}</strong>
          )}
        </span>
      </span>
    </button>
  );
}

/** That a person wrote it stands above. */
function Curated({ curated: { sources } }: { readonly curated: NonNullable<Answer['curated']> }) {
  if (sources.length === 0) return null;
  return (
    <p className="muted small">
      {words.answer.rests}{' '}
      {sources.map(({ id, title }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link href={`/documents/${id}`}>{title}</Link>
        </span>
      ))}
      .
    </p>
  );
}

type Conflict = Answer['conflicts'][number];
type Side = Conflict['sides'][number];

/** Contradictions between the sources, side by side. */
function Conflicts({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  return conflicts.map((conflict, at) => (
    <section key={at} className={`conflict ${conflict.resolution.toLowerCase()}`}>
      <h3>{conflict.resolution === 'NEWER_VERSION' ? words.conflict.earlier : words.conflict.title}</h3>
      <div className="sides">
        {conflict.sides.map((side, place) => (
          <SideView key={place} side={side} />
        ))}
      </div>
      {/* That none is preferred stands above, in place of a number. */}
      {conflict.resolution !== 'UNRESOLVED' && <p className="small">{words.conflict[conflict.resolution]}</p>}
    </section>
  ));
}

const validityOf = ({ effectiveFrom, effectiveUntil }: NonNullable<Side['version']>): string =>
  effectiveUntil
    ? formatMessage(words.conflict.until, { from: dayOf(effectiveFrom), to: dayOf(effectiveUntil) })
    : formatMessage(words.conflict.since, { day: dayOf(effectiveFrom) });

function SideView({ side }: { readonly side: Side }) {
  const open = useOpenSource();
  const { title, version, quote, sourceSpan, value } = side;
  return (
    <button
      type="button"
      className="side"
      disabled={version === null}
      onClick={() => open({ title: title ?? '', quote: quote ?? '', versionId: version?.id ?? null, span: sourceSpan })}
    >
      <strong className="side-value" dir="auto">
        {value}
      </strong>
      <span className="quote" dir="auto">
        {quote}
      </span>
      <span className="muted small">
        {[title, version ? validityOf(version) : words.answer.gone].filter(Boolean).join(' · ')}
      </span>
    </button>
  );
}

/** Claims that could not be proven: left out of the answer, but not hidden. */
function Dropped({ claims }: { readonly claims: Answer['droppedClaims'] }) {
  if (claims.length === 0) return null;
  return (
    <details className="dropped">
      <summary>{formatMessage(words.answer.dropped, { n: claims.length })}</summary>
      <ul>
        {claims.map(({ text, reason, evidence: [nearest] }) => (
          <li key={text}>
            <p>
              <s>{text}</s>
            </p>
            <p className="muted small">{reason}</p>
            {nearest && (
              <p className="small">
                {words.answer.nearest}: <q>{nearest.quote}</q> {nearest.title && `(${nearest.title})`}
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
