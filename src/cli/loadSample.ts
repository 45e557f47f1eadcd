import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { App } from '../app.ts';
import type { Caller } from '../workspaces/caller.ts';
import { loadCurated } from '../evaluation/run/evaluationContext.ts';
import { readPath } from '../knowledge/ingest/readPath.ts';
import type { CommandContext } from './command.ts';

const sampleFolder = fileURLToPath(new URL('../../sample/', import.meta.url));

export interface LoadedSample {
  readonly documentCount: number;
  readonly curatedAnswerCount: number;
}

/**
 * Loads the sample knowledge into a workspace that holds nothing yet.
 * @returns undefined when the workspace already holds something, or there is no sample in this installation
 */
export async function loadSample(
  app: App,
  caller: Caller,
  context: Pick<CommandContext, 'progress' | 'signal'>,
  folder = sampleFolder,
): Promise<LoadedSample | undefined> {
  const workspace = await app.workspaces.find(caller.workspaceId);
  const empty = workspace?.documentCount === 0 && workspace.curatedAnswerCount === 0;
  if (!empty || !(await isThere(`${folder}knowledge`))) return undefined;
  const { createdCount } = await loadDocuments(app, caller, context, `${folder}knowledge`);
  const curated = `${folder}curated.jsonl`;
  const curatedAnswerCount = (await isThere(curated))
    ? (await loadCurated(app, caller, curated, context.signal)).size
    : 0;
  return { documentCount: createdCount, curatedAnswerCount };
}

async function loadDocuments(
  app: App,
  caller: Caller,
  { progress, signal }: Pick<CommandContext, 'progress' | 'signal'>,
  path: string,
) {
  const source = await readPath(path, { signal });
  const shown = progress('Loading the sample', source.total);
  try {
    return await app.ingest(caller, source.documents, {
      signal,
      ...(source.total === null ? {} : { total: source.total }),
      onProgress: ({ done, current }) => shown.update(done, current),
    });
  } finally {
    shown.finish();
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
