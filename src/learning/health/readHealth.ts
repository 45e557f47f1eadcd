import type { Reader } from '../../workspaces/caller.ts';
import { activeCalibrations, type CalibrationScope } from '../calibrations/store.ts';
import { readJudgedRuns } from '../feedback/readJudgedRuns.ts';
import { readDigests } from '../runDigest.ts';
import { perWorkspace } from '../../workspaces/perWorkspace.ts';
import type { WorkspaceHealth } from './health.ts';
import { judgeCalibration, toWorkspaceHealth, type ActiveCalibration } from './judgeHealth.ts';

/** Newest runs that are looked through for those of the calibrations in use. */
const looksAt = 1_000;
/** Every answer may ask whether its promise stands, and drift does not come in a minute. */
const freshMillis = 60_000;

/** Holds what was calibrated against what came since: all of the workspace's runs, whoever may see them, since only sums are told. */
export async function readHealth(scope: CalibrationScope, workspaceId: string): Promise<WorkspaceHealth> {
  return judge(scope, workspaceId, await inUse(scope, workspaceId));
}

interface Kept {
  key: string;
  freshUntil: number;
  health: Promise<WorkspaceHealth> | undefined;
}

const kept = perWorkspace<Kept>(() => ({ key: '', freshUntil: 0, health: undefined }));

/** The same, looked at once a minute in this process; what is activated is seen at once. */
export async function recentHealth(scope: CalibrationScope, workspaceId: string): Promise<WorkspaceHealth> {
  const active = await inUse(scope, workspaceId);
  const entry = kept(scope.database, workspaceId);
  const key = active.map(({ id, activatedAt, stale }) => `${id} ${activatedAt.getTime()} ${stale}`).join();
  if (!entry.health || entry.key !== key || performance.now() > entry.freshUntil) {
    entry.key = key;
    entry.freshUntil = performance.now() + freshMillis;
    entry.health = judge(scope, workspaceId, active);
    entry.health.catch(() => {
      entry.health = undefined;
    });
  }
  return entry.health;
}

async function inUse(scope: CalibrationScope, workspaceId: string): Promise<ActiveCalibration[]> {
  const active = await activeCalibrations(scope, workspaceId);
  return active.flatMap((calibration) =>
    calibration.activatedAt === null ? [] : [{ ...calibration, activatedAt: calibration.activatedAt }],
  );
}

async function judge(
  { database }: CalibrationScope,
  workspaceId: string,
  active: readonly ActiveCalibration[],
): Promise<WorkspaceHealth> {
  const checkedAt = new Date();
  if (active.length === 0) return toWorkspaceHealth([], checkedAt);
  const everything: Reader = { workspaceId, accessGroups: null };
  const since = new Date(Math.min(...active.map(({ activatedAt }) => activatedAt.getTime())));
  const recent = await readDigests(database, everything, { since, limit: looksAt });
  const judged = await readJudgedRuns(database, everything, { since });
  return toWorkspaceHealth(
    active.map((calibration) => judgeCalibration(calibration, recent, judged)),
    checkedAt,
  );
}
