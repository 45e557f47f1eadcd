import { errorMonitor, isAlarmed, observe } from '../confidence/drift.ts';
import { type DriftOfSignal, falseAlarmRate, signalDrift } from '../confidence/drift.ts';
import type { ConfidenceSignals } from '../confidence/signals.ts';
import type { Reader } from '../workspaces/caller.ts';
import { perWorkspace } from '../workspaces/workspaces.ts';
import type { StoredCalibration } from './calibrations/calibration.ts';
import { activeCalibrations, type CalibrationScope } from './calibrations/store.ts';
import { hasSignals, type JudgedRun, majority, readJudgedRuns } from './feedback/feedback.ts';
import { readDigests, type RunDigest } from './runDigest.ts';

/** WATCH: something has moved, or a calibration is stale. ALARM: what was promised no longer stands. */
export type HealthStatus = 'OK' | 'WATCH' | 'ALARM';

/**
 * The judged answers since a calibration was activated, against its promise. Right at any time, however often one looks
 * (`errorMonitor`).
 */
interface ErrorWatch {
  /** The share of wrong answers that was promised at most, and how likely the promise may be broken. */
  readonly alpha: number;
  readonly delta: number;
  readonly answered: number;
  readonly wrong: number;
  /** What a bettor against the promise would have of the 1 that was staked; 1 / delta alarms. */
  readonly wealth: number;
  readonly alarmed: boolean;
}

interface CalibrationHealth {
  readonly calibrationId: string;
  /** ISO 639-1; 'und': every language without one of its own. */
  readonly language: string;
  readonly status: HealthStatus;
  /** The embedder or the cutting has changed since it was fitted: it is not used. */
  readonly stale: boolean;
  readonly activatedAt: Date;
  /** Newest runs that were judged by it, which the signals are of. */
  readonly recentRuns: number;
  /** Greatest shift first; empty with fewer than 30 runs. */
  readonly signals: readonly DriftOfSignal[];
  /** Null where it promises nothing. */
  readonly errors: ErrorWatch | null;
}

export interface WorkspaceHealth {
  /** The worst of the calibrations'; OK where there is none. */
  readonly status: HealthStatus;
  /** What is the matter, and what to do. */
  readonly message: string;
  readonly checkedAt: Date;
  /** Those in use. */
  readonly calibrations: readonly CalibrationHealth[];
}

/** Newest runs that are looked through for those of the calibrations in use. */
const looksAt = 1_000;
/** Every answer may ask whether its promise stands, and drift does not come in a minute. */
const freshMillis = 60_000;

/**
 * Holds what was calibrated against what came since: all of the workspace's runs, whoever may see them, since only sums
 * are told.
 */
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

/** With fewer a stability index is chance: some bins / runs. */
const fewestRuns = 30;
/** Newest runs of a calibration that its baseline is held against: enough to see a shift, few enough to see it soon. */
const newestRuns = 200;
/** From here a shift is worth a look (Siddiqi 2006): a moderate one. */
const watchedIndex = 0.1;

/** What was in use while the runs were asked; the calibration is activated. */
export type ActiveCalibration = Pick<StoredCalibration, 'id' | 'language' | 'stale' | 'fit'> & {
  readonly activatedAt: Date;
};

/**
 * @param recent newest first; @param judged in any order. Runs of other calibrations, and of before the activation, are
 * left out
 */
export function judgeCalibration(
  calibration: ActiveCalibration,
  recent: readonly RunDigest[],
  judged: readonly JudgedRun[],
): CalibrationHealth {
  const { id, language, stale, activatedAt, fit } = calibration;
  const isOf = (run: RunDigest) => run.calibrationId === id && run.createdAt >= activatedAt && run.mode !== 'CURATED';
  const signals = recent
    .filter((run) => isOf(run) && hasSignals(run))
    .slice(0, newestRuns)
    .flatMap((run): ConfidenceSignals[] => (run.signals ? [run.signals] : []));
  const drift = signals.length < fewestRuns ? [] : signalDrift(fit.baseline, signals).signals;
  const promise = fit.certificate?.threshold === null ? null : fit.certificate;
  // To questions that were answered from below the gate that was tested, nothing was promised.
  const promisedTo = ({ gate }: RunDigest) => gate === null || gate >= (promise?.threshold ?? 0);
  const errors =
    promise &&
    watchErrors(
      promise,
      judged.filter(({ run }) => isOf(run) && promisedTo(run) && run.outcome === 'ANSWER'),
    );
  return {
    calibrationId: id,
    language,
    stale,
    activatedAt,
    recentRuns: signals.length,
    signals: drift,
    errors,
    status: statusOf(stale, drift, errors),
  };
}

/**
 * In the order in which they were asked. What a majority calls wrong, incomplete or better refused is wrong; ties are
 * left out. It tests the answers that people judge: who judges the bad ones alone raises an alarm about answers that
 * are fine.
 */
function watchErrors(
  { alpha, delta }: { readonly alpha: number; readonly delta: number },
  judged: readonly JudgedRun[],
): ErrorWatch {
  const settled = judged
    .filter(({ feedback }) => majority(feedback) !== undefined)
    .sort((left, right) => left.run.createdAt.getTime() - right.run.createdAt.getTime());
  const monitor = settled.reduce(
    (before, { feedback }) => observe(before, majority(feedback) === 'NOT_RIGHT'),
    errorMonitor(alpha),
  );
  return {
    alpha,
    delta,
    answered: monitor.observed,
    wrong: monitor.wrong,
    wealth: monitor.wealth,
    alarmed: isAlarmed(monitor, delta),
  };
}

function statusOf(stale: boolean, drift: readonly DriftOfSignal[], errors: ErrorWatch | null): HealthStatus {
  // A stale calibration decides nothing and promises nothing: there is nothing to alarm about.
  if (stale) return 'WATCH';
  if (errors?.alarmed || drift.some(({ alarm }) => alarm)) return 'ALARM';
  // Half of the way to an alarm, as bets multiply.
  const losing = errors !== null && errors.wealth >= Math.sqrt(1 / errors.delta);
  const moving = drift.some(
    ({ stabilityIndex, pValue }) => stabilityIndex > watchedIndex && pValue <= falseAlarmRate / drift.length,
  );
  return losing || moving ? 'WATCH' : 'OK';
}

const ranks: Readonly<Record<HealthStatus, number>> = { OK: 0, WATCH: 1, ALARM: 2 };

export function toWorkspaceHealth(calibrations: readonly CalibrationHealth[], checkedAt: Date): WorkspaceHealth {
  const [worst] = calibrations.toSorted((left, right) => ranks[right.status] - ranks[left.status]);
  return { status: worst?.status ?? 'OK', message: messageFor(worst), checkedAt, calibrations };
}

function messageFor(worst: CalibrationHealth | undefined): string {
  if (!worst) return 'No calibration is in use: the confidence is read as it ships, and nothing is promised.';
  const { stale, status, errors, signals } = worst;
  if (stale)
    return 'The embedder or the cutting of documents has changed since a calibration was fitted, so it is not used. Fit one anew.';
  if (errors?.alarmed)
    return `${errors.wrong} of ${errors.answered} judged answers were wrong, more than the promise allows: it is withdrawn. Fit a calibration on what was judged.`;
  const moved = signals.filter(({ alarm }) => alarm).map(({ signal }) => signal);
  if (moved.length > 0)
    return `Questions are no longer like those of the calibration (${moved.join(', ')}): its promise is withdrawn. Judge new runs ("candor feedback --queue") and fit one anew.`;
  return status === 'WATCH'
    ? 'Something has begun to move. Judge more runs ("candor feedback --queue"), so that it is known early.'
    : 'Nothing speaks against the calibrations in use.';
}
