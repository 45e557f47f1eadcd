import type { GraphQLSchema } from 'graphql';
import type { App } from '../app.ts';
import type { Execution } from '../graphql/execute.ts';
import type { Authenticate } from './authenticate.ts';
import type { TrustedDocuments } from './guards/trustedDocuments.ts';

/** What the three doors to GraphQL share. */
export interface Door {
  readonly app: App;
  readonly schema: GraphQLSchema;
  readonly execution: Execution;
  readonly authenticate: Authenticate;
  /** True in local mode: pages of other sites are refused. */
  readonly local: boolean;
  /** Whether the schema may be read. */
  readonly introspection: boolean;
  /** What callers without an admin key may run; null: any operation. */
  readonly trusted: TrustedDocuments | null;
  /** Operations at once over one WebSocket. */
  readonly perSocket: number;
  /** How long a WebSocket or a shared event stream may stay open without an operation. */
  readonly idleMillis: number;
  /** Aborted when the server stops: subscriptions end. */
  readonly stopping: AbortSignal;
}

/** Large enough for one ingestion of a 5,000,000 character document in UTF-8; more documents go in more requests. */
export const bodyLimitBytes = 12 * 1024 * 1024;
/**
 * Of a READER, who ingests nothing, and of a message over WebSocket, which comes before anybody is known. A text of
 * 20,000 characters that is checked is the most they send.
 */
export const smallBodyLimitBytes = 1024 * 1024;
