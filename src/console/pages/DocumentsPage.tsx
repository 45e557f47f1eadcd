import { useDeferredValue, useState, type DragEvent, useId } from 'react';
import { Link } from 'wouter';
import { useQueryClient } from '@tanstack/react-query';
import { useData, refresh, request, send, subscribe } from '../request.ts';
import {
  ConsoleCancelIngestDocument,
  ConsoleDocumentsDocument,
  type ConsoleDocumentsQuery,
  type DocumentState,
  ConsoleIngestDocument,
  type ConsoleIngestSubscription,
} from '../generated/graphql.ts';
import { Paged, pageSize, usePaging, useTitle, useMayEdit, Problem } from '../page.tsx';
import { formatMessage, dayOf, durationOf, numberOf, percentText, typeName, words } from '../words/words.ts';
import { Fault, faultIn } from '../fault.ts';
import { EditionsFound } from './Editions.tsx';
import { SourcesOfDocuments } from './Sources.tsx';

type Row = NonNullable<ConsoleDocumentsQuery['documents']>['nodes'][number];

/** The documents of the workspace, and a form to add more. */
export function DocumentsPage() {
  useTitle(words.pages.documents);
  const mayEdit = useMayEdit();
  const [contains, setContains] = useState('');
  const [state, setState] = useState<DocumentState | ''>('');
  const asked = useDeferredValue(contains);
  const paging = usePaging(`${asked} ${state}`);
  const filter = { ...(asked && { contains: asked }), ...(state && { state }) };
  const result = useData(ConsoleDocumentsDocument, { first: pageSize, after: paging.after, filter });
  return (
    <>
      <div className="page-head">
        <h1>{words.pages.documents}</h1>
        <span className="muted">
          {result.data && formatMessage(words.counts.documents, { n: result.data.documents.totalCount })}
        </span>
      </div>
      {mayEdit && <UploadForm />}
      {mayEdit && <EditionsFound />}
      {mayEdit && <SourcesOfDocuments />}
      <div className="filters">
        <input
          type="search"
          aria-label={words.documents.search}
          placeholder={words.documents.search}
          value={contains}
          onChange={(event) => setContains(event.target.value)}
        />
        <select
          aria-label={words.documents.state}
          value={state}
          onChange={(event) => setState(event.target.value as DocumentState | '')}
        >
          <option value="">{words.documents.everyState}</option>
          <option value="PUBLISHED">{words.documents.states.PUBLISHED}</option>
          <option value="DRAFT">{words.documents.states.DRAFT}</option>
        </select>
      </div>
      <Paged
        result={result}
        paging={paging}
        page={(data) => data.documents}
        empty={contains || state ? words.documents.none : words.ask.empty}
        row={(document) => <DocumentRow document={document} />}
      />
    </>
  );
}

function DocumentRow({ document }: { readonly document: Row }) {
  return (
    <Link href={`/documents/${document.id}`} className="row">
      <span className="row-name" dir="auto">
        {document.title}
      </span>
      <span className="row-side muted small">{dayOf(document.updatedAt)}</span>
      <span className="row-facts muted small">
        <span>{document.key}</span>
        <span>{typeName(document.sourceType)}</span>
        {document.currentVersion && (
          <span>{formatMessage(words.source.version, { n: document.currentVersion.number })}</span>
        )}
        {document.state === 'DRAFT' && <span className="tag doubt">{words.documents.states.DRAFT}</span>}
        {document.accessGroups.length > 0 && (
          <span>{formatMessage(words.documents.onlyFor, { groups: document.accessGroups.join(', ') })}</span>
        )}
      </span>
    </Link>
  );
}

/** What the server takes of one file; what is larger is not sent in vain. */
const mostBytes = 50 * 1024 * 1024;

type State = { readonly job?: Job; readonly fault?: Fault; readonly sending?: true };

/** Accepts dropped or chosen files, sends them, and follows the job until questions can be asked about them. */
function UploadForm() {
  const client = useQueryClient();
  const [state, setState] = useState<State>({});
  const [over, setOver] = useState(false);
  const [groups, setGroups] = useState('');
  const [draft, setDraft] = useState(false);
  const send = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const large = files.filter(({ size }) => size > mostBytes).map(({ name }) => name);
    if (large.length > 0)
      return setState({
        fault: new Fault(
          'DOCUMENT_TOO_LARGE',
          formatMessage(words.upload.tooLarge, { names: large.join(', ') }),
          words.upload.tooLargeRemedy,
        ),
      });
    setState({ sending: true });
    try {
      for await (const job of upload(files, { groups, draft })) setState({ job });
    } catch (error) {
      setState({ fault: error as Fault });
    }
    await refresh(client);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send([...event.dataTransfer.files]);
  };
  return (
    <section
      className={over ? 'upload over' : 'upload'}
      aria-label={words.upload.title}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Choose send={(files) => void send(files)} />
      <Options groups={groups} setGroups={setGroups} draft={draft} setDraft={setDraft} />
      <div aria-live="polite">
        {state.sending && <p className="muted small">{words.upload.sending}</p>}
        {state.job && <UploadProgress job={state.job} />}
      </div>
      {state.fault && <Problem error={state.fault} />}
    </section>
  );
}

function Choose({ send }: { readonly send: (files: readonly File[]) => void }) {
  const id = useId();
  return (
    <p>
      {words.upload.drop}{' '}
      <label htmlFor={id} className="button">
        {words.upload.choose}
      </label>
      <input
        id={id}
        className="unseen"
        type="file"
        multiple
        onChange={(event) => {
          send([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <span className="muted small upload-formats">{words.upload.formats}</span>
    </p>
  );
}

function Options(given: {
  readonly groups: string;
  readonly setGroups: (groups: string) => void;
  readonly draft: boolean;
  readonly setDraft: (draft: boolean) => void;
}) {
  const id = useId();
  return (
    <details className="small">
      <summary className="muted">{words.upload.options}</summary>
      <div className="stack upload-options">
        <label htmlFor={id}>{words.upload.groups}</label>
        <input id={id} type="text" value={given.groups} onChange={(event) => given.setGroups(event.target.value)} />
        <label className="choice">
          <input type="checkbox" checked={given.draft} onChange={(event) => given.setDraft(event.target.checked)} />
          {words.upload.draft}
        </label>
      </div>
    </details>
  );
}

/** The progress of an upload, and the result for each file. */
function UploadProgress({ job }: { readonly job: Job }) {
  const over = job.state === 'COMPLETED' || job.state === 'FAILED' || job.state === 'CANCELLED';
  return (
    <div className="job">
      <p className="small">
        <strong>{job.progress ? words.upload.phases[job.progress.phase] : words.upload.states[job.state]}</strong>{' '}
        {/* Of a single file, this says something once it is done. */}
        {(job.doneCount > 0 || job.total > 1) &&
          formatMessage(words.upload.done, { done: job.doneCount, total: job.total })}
        {job.failedCount > 0 && (
          <span className="error">
            {' '}
            · {words.upload.results.FAILED}: {job.failedCount}
          </span>
        )}
      </p>
      {!over && <Underway job={job} />}
      <ul className="small">
        {/* Two files may have one name; their order does not change. */}
        {job.items.nodes.map((item, at) => (
          <UploadedFile key={`${at} ${item.name}`} item={item} job={job} />
        ))}
      </ul>
      {over && job.createdCount + job.updatedCount > 0 && (
        <p className="small">
          <Link href="/">{words.upload.askNow}</Link>
        </p>
      )}
    </div>
  );
}

/** One file of an upload: what became of it, or that it is being read or waits. */
function UploadedFile({ item, job }: { readonly item: Job['items']['nodes'][number]; readonly job: Job }) {
  const { name, results } = item;
  const cancelled = job.state === 'CANCELLED';
  // The bar of a single file names it.
  if (results.length === 0 && !cancelled && (job.total === 1 || job.state !== 'RUNNING')) return null;
  if (results.length === 0)
    return (
      <li>
        <span dir="auto">{name}</span>{' '}
        {!cancelled && (
          <span className="muted">
            {job.progress?.current === name ? words.upload.phases[job.progress.phase] : words.upload.states.QUEUED}
          </span>
        )}
      </li>
    );
  return results.map((result) => (
    <li key={result.key}>
      {result.document ? (
        <Link href={`/documents/${result.document.id}`}>{result.document.title}</Link>
      ) : (
        // The message already names a file that is refused for its type.
        !result.error?.message.startsWith(name) && <span>{name}</span>
      )}{' '}
      <span className={result.error ? 'error' : 'muted'}>
        {result.error ? `${result.error.message} ${result.error.remedy}` : words.upload.results[result.status]}
      </span>
    </li>
  ));
}

/** Passages, or a share: nobody counts characters, nor the windows of which passages have several. */
function amountOf({ phase, done, total }: NonNullable<Job['progress']>): string {
  const [now, all] = [done ?? 0, total ?? 0];
  if (phase !== 'STORING') return percentText(all > 0 ? now / all : 0);
  return formatMessage(words.upload.passages, { done: numberOf(now), total: numberOf(all) });
}

/** What is being done, how far it is within the file, and how to stop it. */
function Underway({ job }: { readonly job: Job }) {
  const { progress } = job;
  // Several files: by files. A single one: by what it is at.
  const share =
    job.total > 1 ? job.doneCount / job.total : progress?.total ? (progress.done ?? 0) / progress.total : undefined;
  return (
    <div className="underway">
      <progress value={share} aria-label={words.upload.title} />
      {progress && (
        <p className="muted small">
          <span dir="auto">{progress.current}</span>
          {progress.done !== null && progress.total !== null && <span> · {amountOf(progress)}</span>}
          {progress.secondsLeft !== null && (
            <span> · {formatMessage(words.upload.left, { duration: durationOf(progress.secondsLeft) })}</span>
          )}
        </p>
      )}
      <button type="button" className="small" onClick={() => void cancel(job.id)}>
        {words.upload.cancel}
      </button>
    </div>
  );
}

/** The last event of the job says what became of it. */
async function cancel(id: string): Promise<void> {
  await request(ConsoleCancelIngestDocument, { id });
}

type Job = ConsoleIngestSubscription['ingestEvents'];

/**
 * Sends files and yields the state of their job; the last one is its final state.
 * @throws Fault
 */
async function* upload(
  files: readonly File[],
  { groups, draft }: { readonly groups: string; readonly draft: boolean },
): AsyncGenerator<Job> {
  const form = new FormData();
  // The server reads fields before files.
  if (groups.trim()) form.append('accessGroups', groups);
  if (draft) form.append('state', 'DRAFT');
  for (const file of files) form.append('file', file);
  // The header shows that no page of another site sent this.
  const body = await send('/uploads', {
    method: 'POST',
    body: form,
    headers: { 'apollo-require-preflight': 'true' },
  });
  const fault = faultIn(body);
  if (fault) throw fault;
  const { jobId } = body as { readonly jobId: string };
  const events = subscribe(ConsoleIngestDocument, { jobId }, new AbortController().signal);
  for await (const { ingestEvents: job } of events) {
    if (job.error) throw new Fault('FAILED', job.error.message, job.error.remedy);
    yield job;
  }
}
