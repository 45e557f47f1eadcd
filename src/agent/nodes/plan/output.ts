import { z } from 'zod';

export const planOutput = z.object({ queries: z.array(z.string().max(500)).max(3) });
