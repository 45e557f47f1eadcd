import { z } from 'zod';
import { mostNameCharacters } from '../session.ts';

/** What the tools that search take as `filter.metadata`; the app checks which ends go together. */
export const metadataSchema = z
  .array(
    z.object({
      name: z.string().max(mostNameCharacters).describe('The name of the field; an unknown one is told the nearest'),
      in: z.array(z.string().max(mostNameCharacters)).max(100).optional().describe('One of these values, exactly'),
      from: z.string().max(30).optional().describe('The least number or the first day (YYYY-MM-DD), inclusive'),
      to: z.string().max(30).optional().describe('The greatest number or the last day, inclusive'),
    }),
  )
  .max(10)
  .optional()
  .describe('Only documents with this metadata, e.g. [{"name":"product","in":["River"]}]; all must hold');
