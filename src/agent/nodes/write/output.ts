import { z } from 'zod';
import { withoutThinking } from '../../../models/findJson.ts';

const numbers = z.array(z.number().int()).max(50);
const wordedClaim = z.object({ text: z.string().max(2_000), sentences: numbers.default([]) });

/** Numbers first, then the wording: evidence before the verdict. */
export const writeOutput = z.object({
  sentences: numbers,
  claims: z.array(wordedClaim).max(12).default([]),
  missing: z.string().max(1_000).nullish(),
});
export type WriteOutput = z.infer<typeof writeOutput>;

const begunOutput = z.object({ sentences: numbers, claims: z.array(z.unknown()).default([]) });
const begunNumbers = /^\{\s*"sentences"\s*:\s*(\[[\d,\s]*\])/;
/** Brackets within the text of a claim that is still coming are tried too, and seldom more than one. */
const mostTries = 4;

/**
 * What a reply says that has not come to its end, or was cut: its numbers, and the claims whose brackets are closed.
 * @returns undefined where not even the list of numbers is whole, or this is no JSON object
 */
export function replySoFar(text: string): WriteOutput | undefined {
  const begun = withoutThinking(text).replace(/^[^{]*/, '');
  let end = begun.length;
  for (let tries = 0; tries < mostTries && end > 0; tries += 1) {
    end = begun.lastIndexOf('}', end - 1);
    if (end < 0) break;
    const closed = begun.slice(0, end + 1);
    // Of the whole reply the bracket is the last one; of a claim, a list and the object are open around it.
    const reply = begunOutput.safeParse(parsed(closed) ?? parsed(`${closed}]}`)).data;
    if (reply) return { sentences: reply.sentences, claims: leading(reply.claims), missing: null };
  }
  const sentences = numbers.safeParse(parsed(begunNumbers.exec(begun)?.[1] ?? '')).data;
  return sentences && { sentences, claims: [], missing: null };
}

/** Up to the first one of another shape. */
function leading(given: readonly unknown[]): WriteOutput['claims'] {
  const claims = given.map((one) => wordedClaim.safeParse(one).data);
  const wrong = claims.indexOf(undefined);
  return claims.slice(0, wrong < 0 ? undefined : wrong).flatMap((claim) => claim ?? []);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
