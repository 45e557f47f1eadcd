import { z } from 'zod';

/** A key as the statements of this folder select it. */
export const keyRow = z.object({
  key_id: z.string(), name: z.string(), role: z.enum(['READER', 'EDITOR', 'ADMIN']), access_groups: z.array(z.string()).nullable(), created_at: z.date(), revoked_at: z.date().nullable(),
});

export type KeyRow = z.infer<typeof keyRow>;
