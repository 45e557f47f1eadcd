/** A file as it was taken in last. */
export interface ManifestFile {
  readonly path: string;
  readonly contentHash: string;
  /** FAILED: it could not be taken in as it was. */
  readonly decision: string;
  readonly reason: string;
}

/** A file as it is now. */
export interface HashedFile {
  readonly path: string;
  readonly contentHash: string;
}

export type SyncDecision = 'NEW' | 'CHANGED' | 'MOVED' | 'DELETED' | 'UNCHANGED' | 'FAILED';

/** What is to be done with a file, and why. UNCHANGED and FAILED (not tried again) are left alone. */
export interface PlannedFile {
  readonly path: string;
  readonly decision: SyncDecision;
  readonly reason: string;
  /** Where a moved file was. */
  readonly from?: string;
}

export const isWork = (planned: PlannedFile): boolean =>
  planned.decision !== 'UNCHANGED' && planned.decision !== 'FAILED';

/**
 * Compares a folder with what was taken in from it. A file is known by its bytes: a new path with the bytes of a path
 * that is gone has moved. In the order of `files`, deletions last.
 */
export function planSync(manifest: readonly ManifestFile[], files: readonly HashedFile[]): PlannedFile[] {
  const before = new Map(manifest.map((file) => [file.path, file]));
  const present = new Set(files.map((file) => file.path));
  const gone = manifest.filter((file) => !present.has(file.path));
  const orphans = new Map(
    gone.filter((file) => file.decision !== 'FAILED').map((file) => [file.contentHash, file.path]),
  );
  const moved = new Set<string>();
  const planned = files.map((file): PlannedFile => {
    const known = before.get(file.path);
    if (known) return compare(file, known);
    const from = orphans.get(file.contentHash);
    if (from === undefined) return { path: file.path, decision: 'NEW', reason: 'not taken in before' };
    orphans.delete(file.contentHash);
    moved.add(from);
    return { path: file.path, decision: 'MOVED', reason: `the same bytes were at ${from}`, from };
  });
  const deleted = gone
    .filter((file) => !moved.has(file.path))
    .map((file): PlannedFile => ({ path: file.path, decision: 'DELETED', reason: 'no longer in the folder' }));
  return [...planned, ...deleted];
}

function compare(file: HashedFile, known: ManifestFile): PlannedFile {
  if (file.contentHash !== known.contentHash)
    return { path: file.path, decision: 'CHANGED', reason: 'its bytes differ from those taken in' };
  if (known.decision === 'FAILED') return { path: file.path, decision: 'FAILED', reason: known.reason };
  return { path: file.path, decision: 'UNCHANGED', reason: 'the same bytes' };
}
