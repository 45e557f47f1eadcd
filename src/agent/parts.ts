import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { ChatModel } from '../models/chat.ts';
import type { Embedder } from '../models/embedder.ts';
import type { Run } from './run.ts';

/** What the nodes work with. */
export interface AgentParts {
  readonly database: Database;
  readonly embedder: Embedder;
  /** Null: every node takes its deterministic path. */
  readonly chat: ChatModel | null;
  readonly log: Log;
  readonly saveRun: (workspaceId: string, run: Run) => Promise<void>;
}
