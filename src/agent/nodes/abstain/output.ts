import { z } from 'zod';
import { placeholdersOf } from '../../catalogue/say.ts';

/** A refusal is never a way to somewhere else: no address, no markup. */
const foreign = /:\/\/|www\.|[<>[\]`]/i;

/** As many texts as were given, each with the placeholders of its original. */
export function translateOutput(originals: readonly string[]) {
  return z.object({ texts: z.array(z.string().trim().min(1).max(600)).length(originals.length) }).superRefine(({ texts }, context) => {
    for (const [position, text] of texts.entries()) {
      if (placeholdersOf(text).join() !== placeholdersOf(originals[position] ?? '').join()) context.addIssue({ code: 'custom', path: ['texts', position], message: 'must keep the placeholders of its original' });
      if (foreign.test(text)) context.addIssue({ code: 'custom', path: ['texts', position], message: 'must be plain text without addresses' });
    }
  });
}
