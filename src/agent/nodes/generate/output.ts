import { z } from 'zod';

export const generateOutput = z.object({
  claims: z.array(z.object({
    text: z.string().min(1).max(1_000),
    passage: z.number().int().min(1),
    quote: z.string().min(1).max(2_000),
  })).max(8),
});
