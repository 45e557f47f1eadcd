import { gateOn, shippedScale, type Gate } from '../../confidence/scale.ts';
import { gateDefault, type GateSetting } from '../../workspaces/gate.ts';
import type { StoredCalibration } from './calibration.ts';

/** From which confidence on a workspace's questions are answered: what it has set, on the calibration in use. @param active of one language, its own first; a stale one is not used */
export function gateInUse([inUse]: readonly Pick<StoredCalibration, 'stale' | 'fit'>[], setting: GateSetting | null): Gate {
  return gateOn(inUse && !inUse.stale ? inUse.fit : shippedScale, setting ?? gateDefault);
}
