import type { Database } from '../db/database.ts';
import { checkGate, type GateSetting } from './gate.ts';
import type { GateRow } from './sql/gateRow.ts';
import { setGate } from './sql/setGate.ts';

/** False when there is no such workspace. @param gate null: back to the product's own. @throws BAD_INPUT: then nothing has changed */
export async function changeGate(database: Database, workspaceId: string, gate: GateSetting | null): Promise<boolean> {
  const checked = gate === null ? null : checkGate(gate);
  const values = typeof checked === 'number' ? [workspaceId, null, checked] : [workspaceId, checked, null];
  return (await database.inWorkspace(workspaceId, (transaction) => transaction.query(setGate, values))).length > 0;
}

/** Null: nothing is set. */
export function toGate({ gate_caution: caution, gate_from: from }: GateRow): GateSetting | null {
  return caution ?? from;
}
