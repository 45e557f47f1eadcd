import type { ApiKey, Workspace } from '../../../src/app/app.ts';
import type { Alias } from '../../../src/knowledge/curated/aliases.ts';
import type { CuratedAnswer, Document, DocumentVersion } from '../../../src/knowledge/document.ts';
import type { IngestJob, JobState } from '../../../src/knowledge/jobs/job.ts';
import type { StoredBlock, StoredChunk } from '../../../src/knowledge/store/chunks.ts';
import type { Passage } from '../../../src/retrieval/passage.ts';
import {
  type BudgetSettings,
  effectiveBudget,
  type GateSetting,
  unsetBudget,
} from '../../../src/workspaces/settings.ts';

export const instant = new Date('2025-06-01T00:00:00.000Z');
export const text = 'A label can be voided within 21 days of purchase.';
export const span = { start: 0, end: text.length };

export const documentOf = (id: string): Document => ({
  id,
  key: `${id}.md`,
  title: `Title of ${id}`,
  url: null,
  state: 'PUBLISHED',
  metadata: { id },
  tags: ['labels'],
  sourceType: 'MARKDOWN',
  semanticType: 'policy',
  author: null,
  language: 'en',
  accessGroups: [],
  supersededBy: null,
  trust: 'NORMAL',
  deletedAt: null,
  createdAt: instant,
  updatedAt: instant,
  currentVersionId: `${id}-v1`,
});

export const versionOf = (id: string): DocumentVersion => ({
  id,
  documentId: id.replace(/-v\d$/, ''),
  number: 1,
  text,
  contentHash: 'ab12',
  effectiveFrom: instant,
  effectiveUntil: null,
  expiresAt: null,
  createdAt: instant,
  chunkCount: 1,
  sourceType: 'MARKDOWN',
  sourceMap: { unit: 'LINE', offsets: [0, 20], positions: [3, 7] },
  flags: [],
  problems: [],
});

export const blocksOf = (): StoredBlock[] => [
  {
    kind: 'HEADING',
    span: { start: 0, end: 6 },
    text: '# Fees',
    level: 1,
    headingPath: [],
    certainty: null,
    doubtful: [],
  },
  {
    kind: 'TABLE',
    span: { start: 8, end: 25 },
    text: 'Plan: Pro; Fee: 9',
    level: null,
    headingPath: ['Fees'],
    certainty: null,
    doubtful: [],
  },
];

export const chunkOf = (versionId: string): StoredChunk => ({
  id: `${versionId}-k0`,
  documentId: 'd1',
  versionId,
  ordinal: 0,
  text,
  sourceSpan: span,
  sectionPath: ['Rules'],
  contentType: 'PROSE',
  tokenCount: 11,
  quality: 0.5,
  omitted: false,
  omitReason: null,
  omitOverride: null,
  duplicates: [{ chunkId: 'c2', documentId: 'd2', documentKey: 'd2.md', versionId: 'd2-v1' }],
  hypotheticalCount: 2,
});

export const arm = { rank: 1, rawScore: 0.5, contribution: 0.25 };
export const passageOf = (documentId: string, rank: number): Passage => ({
  chunkId: `${documentId}-c${rank}`,
  documentId,
  documentKey: `${documentId}.md`,
  documentTitle: documentId,
  versionId: `${documentId}-v1`,
  versionNumber: 1,
  effectiveFrom: instant,
  effectiveUntil: null,
  supersededBy: null,
  trust: 'NORMAL',
  layout: 'CERTAIN',
  documentCreatedAt: instant,
  url: null,
  updatedAt: instant,
  text,
  sourceSpan: span,
  sectionPath: ['Rules'],
  rank,
  score: 0.5,
  coverage: 1,
  windows: [],
  trace: { vector: arm, keyword: arm, adjustments: [], rerank: null },
  duplicateGroup: null,
  duplicates: [],
});

/** One of its sources is gone. */
export const curatedOf = (id: string): CuratedAnswer => ({
  id,
  question: 'q',
  alternatives: [],
  answer: 'a',
  sourceDocumentIds: ['d1', 'lost-1', 'd2'],
  expiresAt: null,
  updatedAt: instant,
  staleSources: [
    { documentId: 'lost-1', title: null, reason: 'DELETED', changedAt: null },
    { documentId: 'd2', title: 'Title of d2', reason: 'CHANGED', changedAt: instant },
  ],
});

export const noTime = { totalMillis: 0, parseMillis: 0, chunkMillis: 0, embedMillis: 0, storeMillis: 0 };
export const workspaceOf = (
  id: string,
  retentionDays = 30,
  budget: BudgetSettings = unsetBudget,
  gate: GateSetting | null = null,
  documentSite: string | null = null,
): Workspace => ({
  id,
  name: `Workspace ${id.slice(-1)}`,
  documentCount: 2,
  chunkCount: 4,
  curatedAnswerCount: 1,
  embedder: 'fake',
  retentionDays,
  budget: effectiveBudget(budget),
  gate,
  wording: null,
  documentSite,
});
export const aliasOf = (term: string, synonyms: readonly string[] = ['annual leave']): Alias => ({
  id: `alias of ${term}`,
  term,
  synonyms,
  createdAt: instant,
  updatedAt: instant,
});

export function jobOf(id: string, state: JobState = 'COMPLETED'): IngestJob {
  const counts = { done: 1, created: 1, updated: 0, unchanged: 0, moved: 0, deleted: 0, failed: 0 };
  return {
    id,
    label: 'a.md',
    state,
    total: 1,
    counts,
    timings: noTime,
    progress: null,
    error: null,
    createdAt: new Date(0),
    startedAt: null,
    finishedAt: null,
  };
}

export const apiKeyOf = (id: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: 'robot',
  role: 'READER',
  accessGroups: [],
  scopes: ['ASK', 'READ'],
  origins: null,
  runs: 'OWN',
  createdAt: new Date(0),
  expiresAt: null,
  lastUsedAt: null,
  rotatedAt: null,
  previousSecretUntil: null,
  revokedAt: null,
  ...changes,
});
