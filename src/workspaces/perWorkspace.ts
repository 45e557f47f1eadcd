/** Workspaces whose indexes a process keeps in memory; the one that was asked longest ago goes first. */
const keptWorkspaces = 32;

/**
 * What a process keeps in memory of each workspace of a database, the least recently used forgotten. Two databases may
 * know the same workspace.
 */
export function perWorkspace<Kept>(create: () => Kept): (database: object, key: string) => Kept {
  const databases = new WeakMap<object, Map<string, Kept>>();
  return (database, key) => {
    const kept = databases.get(database) ?? new Map<string, Kept>();
    databases.set(database, kept);
    const entry = kept.get(key) ?? create();
    kept.delete(key);
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > keptWorkspaces && oldest !== undefined) kept.delete(oldest);
    return entry;
  };
}
