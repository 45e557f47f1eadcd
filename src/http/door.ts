import type { GraphQLSchema } from 'graphql';
import type { App } from '../app.ts';
import type { Execution } from '../graphql/execute.ts';
import type { Authenticate } from './authenticate.ts';

/** What the three doors to GraphQL share. */
export interface Door {
  readonly app: App;
  readonly schema: GraphQLSchema;
  readonly execution: Execution;
  readonly authenticate: Authenticate;
  /** True in local mode: pages of other sites are refused. */
  readonly local: boolean;
  /** Aborted when the server stops: subscriptions end. */
  readonly stopping: AbortSignal;
}

/** Large enough for one ingestion of a 5,000,000 character document in UTF-8; more documents go in more requests. */
export const bodyLimitBytes = 12 * 1024 * 1024;
