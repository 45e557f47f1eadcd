import { z } from 'zod';

/**
 * What the model replies. Lengths and counts are not part of it: one question too long would cost the whole reply a repair turn;
 * usableQuestions drops it instead.
 */
export const hypotheticalsOutput = z.object({
  items: z.array(z.object({ number: z.number().int(), questions: z.array(z.string()) })),
});

export type HypotheticalsOutput = z.infer<typeof hypotheticalsOutput>;

/** The reply's raw questions for each of `count` passages, in their order. Numbers that were not asked about are dropped; one that comes twice is read twice. */
export function questionsByPosition(output: HypotheticalsOutput, count: number): string[][] {
  const lists: string[][] = Array.from({ length: count }, () => []);
  for (const item of output.items) lists[item.number - 1]?.push(...item.questions);
  return lists;
}
