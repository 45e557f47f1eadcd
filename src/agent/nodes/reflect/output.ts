import { z } from 'zod';

export const reflectOutput = z.object({ answerable: z.boolean(), missing: z.string().max(300).default('') });
