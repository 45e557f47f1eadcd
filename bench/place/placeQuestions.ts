/** Reads the questions of a half; README.md explains the fields. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const placeHalves = ['own', 'apart'] as const;
export type PlaceHalf = (typeof placeHalves)[number];

export const placeKinds = ['denied', 'voided', 'twin', 'short'] as const;
export type PlaceKind = (typeof placeKinds)[number];

const pattern = z.string().refine(isPattern, 'is no regular expression');
const patterns = z.array(pattern);
const asked = { question: z.string().min(1), file: z.string().min(1) };
const governed = { ...asked, need: patterns.default([]), line: patterns.min(1), tempts: pattern };

const placeQuestion = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('denied'), ...governed, need: patterns.min(1) }),
  z.strictObject({ kind: z.literal('voided'), ...governed }),
  z.strictObject({ kind: z.literal('twin'), ...asked, need: patterns.min(1) }),
  z.strictObject({ kind: z.literal('short'), ...asked, need: patterns.min(1), short: pattern.nullable() }),
]);

export type PlaceQuestion = z.infer<typeof placeQuestion>;

/** @throws for a line that is no question */
export async function readPlaceQuestions(half: PlaceHalf): Promise<PlaceQuestion[]> {
  const text = await readFile(join(placeFolder(half), 'questions.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => placeQuestion.parse(JSON.parse(line)));
}

export const placeFolder = (half: PlaceHalf): string => join(import.meta.dirname, half);

export const asPattern = (source: string): RegExp => new RegExp(source, 'i');

function isPattern(source: string): boolean {
  try {
    asPattern(source);
    return true;
  } catch {
    return false;
  }
}
