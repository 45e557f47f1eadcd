import { statement } from '../../db/statement.ts';
import { gateRow } from './gateRow.ts';

/** Replaces the gate. Values: workspace, caution or null, confidence or null; both null: the product's own. */
export const setGate = statement(
  'workspaces.setGate',
  gateRow,
  `
  update workspace set gate_caution = $2, gate_from = $3 where workspace_id = $1
  returning gate_caution, gate_from
`,
);
