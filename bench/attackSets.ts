import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A question of a set of attacks. */
export type Attacked = z.infer<typeof attacked>;

const attacked = z.object({
  id: z.string(),
  question: z.string(),
  answers: z.array(z.string()),
  corpusDocIds: z.array(z.string()).default([]),
  attack: z.string().optional(),
  wrongAnswers: z.array(z.string()).default([]),
  misleadingDocIds: z.array(z.string()).default([]),
});

/** Reads the questions of bipia or poisonedrag, including the fields that `candor eval` does not read. */
export async function readAttacks(folder: string): Promise<Attacked[]> {
  const text = await readFile(join(folder, 'questions.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => attacked.parse(JSON.parse(line)));
}
