import { useId, useState } from 'react';
import {
  ConsoleReadSourceDocument,
  ConsoleDocumentSourcesDocument,
  type ConsoleDocumentSourcesQuery,
} from '../generated/graphql.ts';
import { Problem } from '../page.tsx';
import { useChange, useData } from '../request.ts';
import { formatMessage, momentOf, words } from '../words/words.ts';

type SourceRow = NonNullable<ConsoleDocumentSourcesQuery['sources']>['nodes'][number];

/** What came of the last reading, as `Source.lastResult` describes it. */
interface Result extends Partial<Record<Count | 'held', number>> {
  readonly error?: { readonly message: string; readonly remedy: string } | null;
  readonly reading?: { readonly done: number; readonly total: number };
}

const counts = ['new', 'changed', 'moved', 'deleted', 'rights', 'failed'] as const;
type Count = (typeof counts)[number];

/** Readings go on in the background. */
const refetchInterval = 15_000;

const resultOf = ({ lastResult }: SourceRow): Result => lastResult ?? {};

const wantsPerson = (source: SourceRow): boolean => (resultOf(source).held ?? 0) > 0 || Boolean(resultOf(source).error);

/** Where the documents come from, and what came of it; open where a person has to do something. */
export function SourcesOfDocuments() {
  const { data } = useData(ConsoleDocumentSourcesDocument, {}, { refetchInterval });
  const nodes = data?.sources.nodes ?? [];
  // It stays open when that is done: the person is looking at it.
  const [wanted, setWanted] = useState(false);
  if (!wanted && nodes.some(wantsPerson)) setWanted(true);
  if (nodes.length === 0) return null;
  return (
    <details className="section" open={wanted}>
      <summary>
        {words.sources.title} <span className="muted small">{nodes.length}</span>
      </summary>
      <ul className="editions">
        {nodes.map((source) => (
          <SourceOfDocuments key={source.id} source={source} />
        ))}
      </ul>
    </details>
  );
}

function SourceOfDocuments({ source }: { readonly source: SourceRow }) {
  const title = useId();
  const read = useChange(ConsoleReadSourceDocument);
  const { name, kind, where, lastReadAt, nextReadAt, id } = source;
  const { held = 0, error, reading } = resultOf(source);
  const readsItself = kind !== 'FOLDER' && kind !== 'PUSHED';
  const start = (allowShrink: boolean) => read.mutate({ input: { source: id, allowShrink } });
  return (
    <li>
      <strong id={title} dir="auto">
        {name}
      </strong>
      <p className="muted small">
        {words.sources.kinds[kind]}
        {where !== name && <span dir="auto"> · {where}</span>}
        {lastReadAt && <span> · {formatMessage(words.sources.lastRead, { moment: momentOf(lastReadAt) })}</span>}
        {!reading && <span> · {whatCame(resultOf(source))}</span>}
        {reading && (
          <span> · {formatMessage(words.sources.reading, { done: reading.done, total: reading.total })}</span>
        )}
        {nextReadAt && <span> · {formatMessage(words.sources.next, { moment: momentOf(nextReadAt) })}</span>}
      </p>
      {error && (
        <p className="error small">
          {error.message} {error.remedy}
        </p>
      )}
      {held > 0 && <p className="small">{formatMessage(words.sources.held, { n: held })}</p>}
      {readsItself && !reading && (
        <div className="actions">
          <button type="button" aria-describedby={title} disabled={read.isPending} onClick={() => start(false)}>
            {words.sources.read}
          </button>
          {held > 0 && (
            <button type="button" aria-describedby={title} disabled={read.isPending} onClick={() => start(true)}>
              {words.sources.confirm}
            </button>
          )}
        </div>
      )}
      <p className="muted small" aria-live="polite">
        {read.isSuccess && !reading && words.sources.soon}
      </p>
      {read.error && <Problem error={read.error} />}
    </li>
  );
}

/** E.g. `2 new, 1 deleted`. */
function whatCame(result: Result): string {
  const parts = counts.flatMap((name) => {
    const n = result[name] ?? 0;
    return n > 0 ? [formatMessage(words.sources.counts[name], { n })] : [];
  });
  return parts.length > 0 ? parts.join(', ') : words.sources.nothing;
}
