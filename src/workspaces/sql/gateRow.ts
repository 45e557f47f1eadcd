import { z } from 'zod';
import { cautions } from '../gate.ts';

/** How sure an answer must be, as a workspace has set it; one of the two at most. */
export const gateRow = z.object({ gate_caution: z.enum(cautions).nullable(), gate_from: z.number().nullable() });

export type GateRow = z.infer<typeof gateRow>;
