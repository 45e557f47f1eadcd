import { createContext, useContext } from 'react';
import type { ConsoleWorkspaceQuery } from '../generated/graphql.ts';

type Workspace = ConsoleWorkspaceQuery['workspace'];

export const WorkspaceDoor = createContext<Workspace | undefined>(undefined);

/** The workspace of the person's key. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceDoor);
  if (!workspace) throw new Error('A page stands outside of the console');
  return workspace;
}

/** Whether the person may change knowledge. The server decides; the console only leaves out what would be refused. */
export const useMayEdit = (): boolean => useWorkspace().role !== 'READER';
export const useMayManage = (): boolean => useWorkspace().role === 'ADMIN';
