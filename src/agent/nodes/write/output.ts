import { z } from 'zod';

const numbers = z.array(z.number().int()).max(50);

/** Numbers first, then the wording: evidence before the verdict. */
export const writeOutput = z.object({
  sentences: numbers,
  claims: z
    .array(z.object({ text: z.string().max(2_000), sentences: numbers.default([]) }))
    .max(12)
    .default([]),
  missing: z.string().max(1_000).nullish(),
});
export type WriteOutput = z.infer<typeof writeOutput>;

/** The numbers of a reply that was cut in its wording: with them there is still an answer. */
export function numbersOfCut(text: string): unknown {
  const found = /"sentences"\s*:\s*(\[[\d,\s]*\])/.exec(text)?.[1];
  return found === undefined ? undefined : { sentences: JSON.parse(found) as unknown, claims: [], missing: null };
}
