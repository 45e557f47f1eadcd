import type { Workspace } from '../app.ts';
import type { Gate } from '../confidence/scale.ts';
import { gateInUse } from '../learning/calibrations/gateInUse.ts';
import { toCalibration } from './calibrations.ts';
import type { GraphQLContext } from './context.ts';
import { guaranteeAtGate, guaranteeOf, type StandingGuarantee } from './guarantee.ts';

/** For questions of every language without a calibration of its own; those of the others are moved as far. */
const anyLanguage = 'und';

export async function gateOfWorkspace({ gate }: Workspace, { app, caller }: GraphQLContext): Promise<Gate> {
  return gateInUse(await app.calibrations.active(caller, anyLanguage), gate);
}

export async function guaranteeOfWorkspace({ gate }: Workspace, context: GraphQLContext): Promise<StandingGuarantee | null> {
  const active = await context.app.calibrations.active(context.caller, anyLanguage);
  const [inUse] = active;
  return inUse ? guaranteeAtGate(await guaranteeOf(toCalibration(inUse), context), gateInUse(active, gate).uncertainFrom) : null;
}
