import type { Database } from '../db/database.ts';
import { findWorkspace } from './sql/findWorkspace.ts';
import { insertWorkspace } from './sql/insertWorkspace.ts';
import { removeWorkspace } from './sql/removeWorkspace.ts';

/** A tenant with the size of what can be found in it. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly documentCount: number;
  readonly chunkCount: number;
  readonly curatedAnswerCount: number;
  /** The fingerprint of the stored vectors; null while there are none. */
  readonly embedder: string | null;
}

export interface Workspaces {
  /** Makes the workspace if it is not there; its name stays when it is. */
  ensure(id: string, name: string): Promise<Workspace>;
  find(id: string): Promise<Workspace | undefined>;
  /** Deletes the workspace with everything in it. */
  remove(id: string): Promise<void>;
}

export function createWorkspaces(database: Database): Workspaces {
  const find = async (id: string): Promise<Workspace | undefined> => {
    const [row] = await database.inWorkspace(id, (transaction) => transaction.query(findWorkspace, [id, new Date()]));
    return row && {
      id: row.workspace_id,
      name: row.name,
      documentCount: row.document_count,
      chunkCount: row.chunk_count,
      curatedAnswerCount: row.curated_count,
      embedder: row.embedder,
    };
  };
  return {
    find,
    ensure: async (id, name) => {
      await database.inWorkspace(id, (transaction) => transaction.query(insertWorkspace, [id, name, new Date()]));
      return (await find(id)) ?? { id, name, documentCount: 0, chunkCount: 0, curatedAnswerCount: 0, embedder: null };
    },
    remove: async (id) => {
      await database.inWorkspace(id, (transaction) => transaction.query(removeWorkspace, [id]));
    },
  };
}
