import { createHash } from 'node:crypto';
import type { DocumentFacts } from '../document.ts';
import { canonicalVersion } from '../ingest/canonical.ts';
import type { ManifestFile, SyncDecision } from './manifest.ts';

/** A file as it is now. */
interface HashedFile {
  readonly path: string;
  readonly contentHash: string;
}

/** What to do with a file, and why. UNCHANGED, FAILED (not retried) and HELD are left alone. */
export interface PlannedFile {
  readonly path: string;
  readonly decision: SyncDecision;
  readonly reason: string;
  /** Where a moved file was. */
  readonly from?: string;
}

const idle: ReadonlySet<SyncDecision> = new Set(['UNCHANGED', 'FAILED', 'HELD']);

export const isWork = (planned: PlannedFile): boolean => !idle.has(planned.decision);

/**
 * Compares a source with what was ingested from it. Bytes identify a file: a new path with the bytes of a missing path
 * has moved. The result is in the order of `files`, deletions last.
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
    if (from === undefined) return { path: file.path, decision: 'NEW', reason: 'not ingested before' };
    orphans.delete(file.contentHash);
    moved.add(from);
    return { path: file.path, decision: 'MOVED', reason: `the same bytes were at ${from}`, from };
  });
  const deleted = gone
    .filter((file) => !moved.has(file.path))
    .map((file): PlannedFile => ({ path: file.path, decision: 'DELETED', reason: 'no longer in the source' }));
  return [...planned, ...deleted];
}

function compare(file: HashedFile, known: ManifestFile): PlannedFile {
  if (file.contentHash !== known.contentHash)
    return { path: file.path, decision: 'CHANGED', reason: 'its bytes differ from those ingested' };
  if (known.decision === 'FAILED') return { path: file.path, decision: 'FAILED', reason: known.reason };
  return { path: file.path, decision: 'UNCHANGED', reason: 'the same bytes' };
}

/**
 * Holds the deletions of a plan back if they are more than a third of what was ingested from the source: a listing that
 * lost a folder looks the same as a folder that was deleted, and only a person knows which it is.
 */
export function holdShrinking(
  files: readonly PlannedFile[],
  manifest: readonly ManifestFile[],
  allowShrink: boolean,
): readonly PlannedFile[] {
  const deleted = files.filter(({ decision }) => decision === 'DELETED').length;
  if (allowShrink || 3 * deleted <= manifest.length) return files;
  const reason = `no longer in the source, with ${deleted - 1} more of ${manifest.length}: held until a person confirms`;
  return files.map((file) => (file.decision === 'DELETED' ? { ...file, decision: 'HELD', reason } : file));
}

/**
 * What is hashed besides a file's bytes: what is said of every document of its source, and the parsers' version. If one
 * of them changes, files are read again.
 */
export function saltOf(facts: DocumentFacts = {}): string {
  return `${canonicalVersion}:${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 8)}`;
}
