import { z } from 'zod';
import type { Answer } from '../../agent/state/outcome.ts';
import type { ClaimWording } from '../../grounding/claim.ts';

/** What a chat model wrote, shown beside an answer. */
export const writtenContent = z
  .array(
    z.object({
      text: z.string(),
      wording: z
        .enum(['VERBATIM', 'ENTAILED', 'REWORDED', 'TRANSLATED'])
        .describe('REWORDED and TRANSLATED are not proven: say so'),
      formula: z.string().nullable().describe('How its amount is computed from quoted ones'),
      citations: z.array(z.number().int()),
    }),
  )
  .describe('What a chat model wrote, sentence by sentence; the answer and its tier do not rest on it');

const standings: Readonly<Record<ClaimWording, string>> = {
  VERBATIM: "the document's words",
  ENTAILED: 'follows from the quote by another check',
  REWORDED: 'not proven',
  TRANSLATED: 'translated, not proven',
};

/** The same as text, each sentence with its standing; empty where it has the document's words alone. */
export function writtenText({ written }: Answer): string {
  if (written.every(({ wording }) => wording === 'VERBATIM')) return '';
  const lines = written.map(
    ({ text, wording, formula }) => `- ${text} (${[standings[wording], formula].filter(Boolean).join('; ')})`,
  );
  return ["In the words of Candor's chat model; pass none on without its standing:", ...lines].join('\n');
}
