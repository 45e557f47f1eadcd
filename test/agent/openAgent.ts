import { ask, buildGraph } from '../../src/agent/ask.ts';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { AgentParts } from '../../src/agent/parts/parts.ts';
import type { AskRequest } from '../../src/agent/state/request.ts';
import { checkRequest } from '../../src/agent/resolveRequest.ts';
import { saveRun } from '../../src/agent/runs/runs.ts';
import type { Database } from '../../src/db/database.ts';
import { aliasesIn } from '../../src/knowledge/curated/aliases.ts';
import type { DocumentInput, IngestedDocument } from '../../src/knowledge/document.ts';
import { createParserProcess } from '../../src/knowledge/formats/process/parserProcess.ts';
import { ingest } from '../../src/knowledge/ingest/ingest.ts';
import { silentLog } from '../../src/log.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import { newWorkspace, openTestDatabase, type OpenTestDatabase } from '../support/database.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';
import { outcomeOf } from './drain.ts';

/** The loop over a workspace of its own in the worker's database, without a chat model. */
export interface OpenAgent {
  readonly database: Database;
  /** As the owner; see OpenTestDatabase. */
  readonly pool: OpenTestDatabase['pool'];
  readonly embedder: Embedder;
  readonly workspaceId: string;
  /** @returns what became of each document, none of which may fail */
  take(documents: readonly DocumentInput[]): Promise<readonly IngestedDocument[]>;
  ask(
    question: string,
    request?: Partial<AskRequest> & { readonly accessGroups?: readonly string[] | null },
    changes?: Partial<AgentParts>,
  ): Promise<Outcome>;
  close(): Promise<void>;
}

/** @param own a database of the file's own */
export async function openAgent(own?: OpenTestDatabase): Promise<OpenAgent> {
  const [opened, embedder] = await Promise.all([own ?? openTestDatabase(), openTestEmbedder()]);
  const { database } = opened;
  const parser = createParserProcess();
  const workspaceId = await newWorkspace(database);
  const parts: AgentParts = {
    database,
    embedder,
    chat: null,
    reranker: null,
    log: silentLog,
    aliasesIn: (workspace, question) => aliasesIn(database, workspace, question.text),
    saveRun: (workspace, run) => saveRun(database, workspace, run, (text) => embedder.embedQuery(text)),
  };
  return {
    database,
    embedder,
    workspaceId,
    pool: opened.pool,
    async take(documents) {
      const { results } = await ingest({ database, embedder, parser, log: silentLog }, workspaceId, documents);
      const failed = results.find((result) => result.error);
      if (failed) throw new Error(`${failed.key}: ${failed.error?.message ?? ''}`);
      return results;
    },
    ask(question, { accessGroups = null, ...request } = {}, changes = {}) {
      const changed = { ...parts, ...changes };
      return outcomeOf(
        ask(buildGraph(changed), changed, checkRequest({ workspaceId, accessGroups }, { question, ...request })),
      );
    },
    async close() {
      await parser.close();
      await embedder.close();
      await opened.close();
    },
  };
}
