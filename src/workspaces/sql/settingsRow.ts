import { z } from 'zod';
import { budgetRow } from './budgetRow.ts';
import { gateRow } from './gateRow.ts';

/** What a question reads of its workspace's own row. */
export const settingsRow = budgetRow.extend(gateRow.shape).extend({ facts_epoch: z.string().nullable() });

export type SettingsRow = z.infer<typeof settingsRow>;
