import type { z } from 'zod';
import { CandorError } from '../../errors.ts';
import type { JsonLine } from '../../knowledge/readJsonl.ts';

/** A line of JSON Lines as `schema` has it. @throws BAD_INPUT that names the line */
export function parseLine<Schema extends z.ZodType>(schema: Schema, line: JsonLine, path: string): z.infer<Schema> {
  const parsed = 'problem' in line ? undefined : schema.safeParse(line.value);
  if (parsed?.success) return parsed.data;
  const problem = 'problem' in line ? line.problem : parsed?.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new CandorError('BAD_INPUT', `${path}:${line.number}: ${problem}`, { remedy: 'Correct the line.', details: { path, line: line.number } });
}
