import { CandorError } from '../errors.ts';

/**
 * What variables may hold. They bring no tokens, and graphql-js looks at each of their values before any resolver runs:
 * 1,000,000 tags took 3.3 s.
 */
export const variableLimits = {
  /** Entries of one list. An ingestion takes 500 documents, a filter that names 1,000 is a search of its own. */
  list: 1000,
  /** Values in all, lists and objects included: 500 documents with a hundred facts each. */
  values: 50_000,
  depth: 40,
} as const;

interface Found {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

/**
 * Looks at no more values than are allowed, before GraphQL looks at any.
 * @throws BAD_INPUT that names the limit and the place
 */
export function checkVariables(variables: unknown): void {
  const open: Found[] = [{ value: variables, path: 'variables', depth: 0 }];
  let values = 0;
  for (let found = open.pop(); found; found = open.pop()) {
    const { value, path, depth } = found;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > variableLimits.depth)
      throw tooMuch(`variables are nested more than ${variableLimits.depth} deep`, { maxDepth: variableLimits.depth });
    const entries = Array.isArray(value) ? (value as readonly unknown[]) : Object.values(value);
    if (Array.isArray(value) && entries.length > variableLimits.list)
      throw tooMuch(`${path} has ${entries.length} entries; at most ${variableLimits.list} are allowed`, {
        field: path,
        maxEntries: variableLimits.list,
      });
    values += entries.length;
    if (values > variableLimits.values)
      throw tooMuch(`variables hold more than ${variableLimits.values} values`, { maxValues: variableLimits.values });
    const names = Array.isArray(value) ? undefined : Object.keys(value);
    for (const [position, entry] of entries.entries()) {
      if (typeof entry === 'object' && entry !== null)
        open.push({
          value: entry,
          path: `${path}.${(names?.[position] ?? String(position)).slice(0, 100)}`,
          depth: depth + 1,
        });
    }
  }
}

function tooMuch(problem: string, details: Readonly<Record<string, unknown>>): CandorError {
  return new CandorError('BAD_INPUT', `The ${problem}.`, { details, remedy: 'Send less in one request.' });
}
