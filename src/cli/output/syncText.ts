import type { SyncResult } from '../../app.ts';
import type { IngestedDocument } from '../../knowledge/document.ts';
import { formatSeconds } from '../terminal/progress.ts';
import { formatTable } from './table.ts';

/** What a synchronisation did, with what became of each document of the files that differed. */
export interface SyncOutcome {
  readonly result: SyncResult;
  readonly results: readonly IngestedDocument[];
}

/** The same in JSON. */
export function syncJson({ result, results }: SyncOutcome) {
  const { job, skipped, rowsWritten, files } = result;
  const counts = countsOf({ result, results });
  return {
    createdCount: counts.created,
    updatedCount: counts.updated,
    unchangedCount: counts.unchanged,
    movedCount: counts.moved,
    deletedCount: counts.deleted,
    failedCount: counts.failed,
    skippedCount: skipped.length,
    rowsWritten,
    results,
    files,
    skipped,
    timings: job?.timings ?? null,
    jobId: job?.id ?? null,
    state: job?.state ?? null,
  };
}

export function countsOf({ result: { job, files } }: SyncOutcome) {
  const untouched = files.filter((file) => file.decision === 'UNCHANGED').length;
  const failedBefore = files.filter((file) => file.decision === 'FAILED').length;
  const { created = 0, updated = 0, unchanged = 0, moved = 0, deleted = 0, failed = 0 } = job?.counts ?? {};
  return { created, updated, unchanged: untouched + unchanged, moved, deleted, failed: failed + failedBefore };
}

export function syncText(outcome: SyncOutcome): string {
  const { result, results } = outcome;
  const counts = { ...countsOf(outcome), skipped: result.skipped.length };
  const table = formatTable(
    [{ title: 'documents' }, { title: 'count', align: 'right' }],
    Object.entries(counts).map(([name, count]) => [name, String(count)]),
  );
  const lines = [
    ...results.flatMap(({ key, error }) => (error ? [`Failed: ${key}: ${error.message} ${error.remedy}`] : [])),
    ...result.files
      .filter((file) => file.decision === 'FAILED')
      .map((file) => `Failed before, and not changed since: ${file.path}: ${file.reason}`),
    ...result.files
      .filter((file) => file.decision === 'MOVED' || file.decision === 'DELETED')
      .map((file) => `${file.decision === 'MOVED' ? 'Moved' : 'Deleted'}: ${file.path}: ${file.reason}`),
    ...result.skipped.map(({ path, reason }) => `Skipped: ${path}: ${reason}`),
    ...(result.job?.error ? [`The ingestion failed: ${result.job.error.message} ${result.job.error.remedy}`] : []),
  ];
  return [table, ...lines, closingLine(result)].join('\n');
}

function closingLine({ job, rowsWritten }: SyncResult): string {
  if (!job) return `Nothing has changed: ${rowsWritten} rows written.`;
  if (!job.timings) return `${rowsWritten} rows written.`;
  const { totalMillis, parseMillis, chunkMillis, embedMillis, storeMillis } = job.timings;
  const share = (millis: number) => `${Math.round((100 * millis) / Math.max(1, totalMillis))} %`;
  return `${rowsWritten} rows written in ${formatSeconds(totalMillis / 1_000)}: embedding ${share(embedMillis)}, storing ${share(storeMillis)}, reading ${share(parseMillis)}, cutting ${share(chunkMillis)} of the time, some of it at once.`;
}
