import { z } from 'zod';

const queries = z.array(z.string().trim().min(1).max(500));

export const refineOutput = z.object({ queries: queries.max(3), wordings: queries.max(2).default([]) });
