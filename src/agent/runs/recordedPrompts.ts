import { z } from 'zod';
import type { RecordedPrompt, RunStep } from './run.ts';

const several = z
  .object({ prompts: z.array(z.object({ version: z.string(), model: z.string() })) })
  .transform(({ prompts }) => prompts);
/** Steps of older runs name the last prompt alone. */
const single = z
  .object({ prompt: z.string(), model: z.string() })
  .transform(({ prompt, model }) => [{ version: prompt, model }]);
const modelDetail = z.union([several, single]);

/** The prompts that models were given, in order, from what the steps note when they ask one. */
export function recordedPrompts(steps: readonly RunStep[]): RecordedPrompt[] {
  return steps.flatMap(({ node, detail }) => {
    const noted = modelDetail.safeParse(detail);
    return noted.success ? noted.data.map(({ version, model }) => ({ node, version, model })) : [];
  });
}
