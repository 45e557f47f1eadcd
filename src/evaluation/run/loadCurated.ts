import { z } from 'zod';
import type { App } from '../../app.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { CandorError } from '../../errors.ts';
import { readJsonl, type JsonLine } from '../../knowledge/ingest/readJsonl.ts';
import { documentIdsByKey } from './storedDocuments.ts';

const CuratedRecord = z.object({
  id: z.string().optional(),
  question: z.string(),
  answer: z.string(),
  /** Keys of documents. */
  sources: z.array(z.string()).default([]),
  alternatives: z.array(z.string()).optional(),
});

/**
 * Saves the curated answers of a JSON Lines file; the documents they rest on are looked up by key and must be there.
 * @returns the name in the file (its `id`, else its question) by the id it is stored under
 * @throws BAD_INPUT that names the line; CANCELLED.
 */
export async function loadCurated(
  app: App,
  caller: Caller,
  path: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const idOf = await documentIdsByKey(app, caller);
  const names = new Map<string, string>();
  for await (const line of readJsonl(path, signal)) {
    const { id, question, answer, alternatives, sources } = parse(line, path);
    const sourceDocumentIds = sources.map(
      (key) => idOf.get(key) ?? fail(path, line.number, `there is no document "${key}"`),
    );
    const saved = await app.knowledge.saveCurated(caller, { question, answer, alternatives, sourceDocumentIds });
    names.set(saved.id, id ?? question);
  }
  return names;
}

function parse(line: JsonLine, path: string): z.infer<typeof CuratedRecord> {
  if ('problem' in line) return fail(path, line.number, line.problem);
  const parsed = CuratedRecord.safeParse(line.value);
  return parsed.success
    ? parsed.data
    : fail(
        path,
        line.number,
        parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
      );
}

function fail(path: string, line: number, problem: string): never {
  throw new CandorError('BAD_INPUT', `${path}:${line}: ${problem}`, {
    details: { path, line },
    remedy: 'Correct the line. A curated answer is {"question","answer","sources":[document keys],"alternatives"?}.',
  });
}
