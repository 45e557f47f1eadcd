import type { Calibration } from '../confidence/signals.ts';
import type { Run } from '../agent/run.ts';
import type { StoredBlock } from '../knowledge/blocks.ts';
import type { StoredChunk } from '../knowledge/storedChunk.ts';
import type { Feedback } from '../learning/feedback/feedback.ts';
import type { Alias } from '../knowledge/aliases.ts';
import type { CuratedAnswer, Document, Page } from '../knowledge/document.ts';
import type { IngestJob } from '../knowledge/jobs/job.ts';

export type JobPage = Page<IngestJob>;
export type PageEnd = Pick<Page<unknown>, 'hasNextPage' | 'endCursor'>;
export type FeedbackPage = Page<Feedback>;
export type CalibrationPage = Page<Calibration>;
export type RunPage = Page<Run>;
export type CuratedPage = Page<CuratedAnswer>;
export type AliasPage = Page<Alias>;
export type DocumentPage = Page<Document> & { readonly totalCount: number };
export type ChunkPage = Page<StoredChunk>;
export type BlockPage = Page<StoredBlock>;
