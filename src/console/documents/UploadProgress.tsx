import { Link } from 'wouter';
import { words } from '../words/words.ts';
import type { Job } from './upload.ts';

/** How far an upload is, and what became of each file. */
export function UploadProgress({ job }: { readonly job: Job }) {
  const over = job.state === 'COMPLETED' || job.state === 'FAILED' || job.state === 'CANCELLED';
  return (
    <div className="job">
      <p className="small">
        <strong>{words.upload.states[job.state]}</strong> {words.upload.done(job.doneCount, job.total)}
        {job.failedCount > 0 && (
          <span className="error">
            {' '}
            · {words.upload.results.FAILED}: {job.failedCount}
          </span>
        )}
      </p>
      {!over && <progress value={job.doneCount} max={Math.max(job.total, 1)} aria-label={words.upload.title} />}
      <ul className="small">
        {job.items.nodes.flatMap(({ ordinal, name, results }) =>
          results.map((result) => (
            <li key={`${ordinal} ${result.key}`}>
              {result.document ? (
                <Link href={`/documents/${result.document.id}`}>{result.document.title}</Link>
              ) : (
                // What is refused for its kind is named by the message.
                !result.error?.message.startsWith(name) && <span>{name}</span>
              )}{' '}
              <span className={result.error ? 'error' : 'muted'}>
                {result.error ? `${result.error.message} ${result.error.remedy}` : words.upload.results[result.status]}
              </span>
            </li>
          )),
        )}
      </ul>
      {over && job.createdCount + job.updatedCount > 0 && (
        <p className="small">
          <Link href="/">{words.upload.askNow}</Link>
        </p>
      )}
    </div>
  );
}
