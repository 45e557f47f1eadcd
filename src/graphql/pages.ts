import type { Run } from '../agent/run.ts';
import type { Document, Page } from '../knowledge/document.ts';

export type PageEnd = Pick<Page<unknown>, 'hasNextPage' | 'endCursor'>;
export type RunPage = Page<Run>;
export type DocumentPage = Page<Document> & { readonly totalCount: number };
