import type { IngestSummary } from '../knowledge/document.ts';
import type { IngestJob } from '../knowledge/jobs/job.ts';

/** What `ingestDocuments` gives: results at once, or the job that brings them later. */
export type IngestDocumentsResult = Omit<IngestSummary, 'timings'> & { readonly job: IngestJob | null };

/** The answer for documents that a job takes in. */
export function laterBy(job: IngestJob): IngestDocumentsResult {
  return { job, results: [], createdCount: 0, updatedCount: 0, unchangedCount: 0, failedCount: 0 };
}
