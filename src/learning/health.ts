import { errorMonitor, isAlarmed, observe } from '../confidence/drift.ts';
import { type DriftOfSignal, falseAlarmRate, signalDrift } from '../confidence/drift.ts';
import type { ConfidenceSignals } from '../confidence/signals.ts';
import type { Reader } from '../workspaces/caller.ts';
import { perWorkspace } from '../workspaces/workspaces.ts';
import type { StoredCalibration } from './calibrations/calibration.ts';
import { activeCalibrations, type CalibrationScope } from './calibrations/store.ts';
import { hasSignals, type JudgedRun, majority, readJudgedRuns } from './feedback/feedback.ts';
import { readDigests, type RunDigest } from './runDigest.ts';

/** WATCH: something has shifted, or a calibration is stale. ALARM: a guarantee no longer holds. */
export type HealthStatus = 'OK' | 'WATCH' | 'ALARM';

/**
 * Compares the judged answers since a calibration was activated with its guarantee. Valid at any time, however often it
 * is checked (`errorMonitor`).
 */
interface ErrorWatch {
  /** The guaranteed maximum share of wrong answers, and the probability that the guarantee may be broken. */
  readonly alpha: number;
  readonly delta: number;
  readonly answered: number;
  readonly wrong: number;
  /** What a bettor against the guarantee would have from a stake of 1; 1 / delta raises an alarm. */
  readonly wealth: number;
  readonly alarmed: boolean;
}

interface CalibrationHealth {
  readonly calibrationId: string;
  /** ISO 639-1; 'und': every language without its own calibration. */
  readonly language: string;
  readonly status: HealthStatus;
  /** The embedder, the cutting or the signals have changed since the fit, so the calibration is not used. */
  readonly stale: boolean;
  readonly activatedAt: Date;
  /** The number of newest runs whose confidence it determined; the signals are theirs. */
  readonly recentRuns: number;
  /** Largest shift first; empty with fewer than 30 runs. */
  readonly signals: readonly DriftOfSignal[];
  /** Null if it guarantees nothing. */
  readonly errors: ErrorWatch | null;
}

export interface WorkspaceHealth {
  /** The worst status of the calibrations; OK if there are none. */
  readonly status: HealthStatus;
  /** What is wrong, and what to do. */
  readonly message: string;
  readonly checkedAt: Date;
  /** The calibrations in use. */
  readonly calibrations: readonly CalibrationHealth[];
}

/** The number of newest runs that are searched for runs of the calibrations in use. */
const looksAt = 1_000;
/**
 * How long a result is reused: every answer may check whether its guarantee holds, and drift does not happen within a
 * minute.
 */
const freshMillis = 60_000;

/**
 * Compares the calibrations with what came later. It uses all of the workspace's runs, regardless of who may see them,
 * because only sums are reported.
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

/** The same, checked once a minute in this process. A new activation takes effect at once. */
export async function recentHealth(scope: CalibrationScope, workspaceId: string): Promise<WorkspaceHealth> {
  const active = await inUse(scope, workspaceId);
  const entry = kept(scope.database.identity, workspaceId);
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
  const recent = await readDigests(database, everything, { since, limit: looksAt, parts: ['SIGNALS'] });
  const judged = await readJudgedRuns(database, everything, { since });
  return toWorkspaceHealth(
    active.map((calibration) => judgeCalibration(calibration, recent, judged)),
    checkedAt,
  );
}

/** With fewer runs a stability index is chance: about bins / runs. */
const fewestRuns = 30;
/**
 * The number of newest runs of a calibration that are compared with its baseline: enough to see a shift, few enough to
 * see it soon.
 */
const newestRuns = 200;
/** From this index on a shift is moderate and worth a look (Siddiqi 2006). */
const watchedIndex = 0.1;

/** A calibration that was in use while the runs were asked. */
export type ActiveCalibration = Pick<StoredCalibration, 'id' | 'language' | 'stale' | 'fit'> & {
  readonly activatedAt: Date;
};

/**
 * @param recent newest first; @param judged in any order. Runs of other calibrations, and those before the activation,
 * are ignored
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
  const guarantee = fit.certificate?.threshold === null ? null : fit.certificate;
  // The guarantee does not cover questions that were answered at a gate below the tested one.
  const isGuaranteed = ({ gate }: RunDigest) => gate === null || gate >= (guarantee?.threshold ?? 0);
  const errors =
    guarantee &&
    watchErrors(
      guarantee,
      judged.filter(({ run }) => isOf(run) && isGuaranteed(run) && run.outcome === 'ANSWER'),
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
 * Tests the judged answers in the order in which they were asked. An answer that a majority calls wrong, incomplete or
 * better refused is wrong; ties are left out. Only answers that people judge are tested: people who judge only bad ones
 * raise an alarm about answers that are fine.
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
  // A stale calibration decides nothing and guarantees nothing, so there is no cause for an alarm.
  if (stale) return 'WATCH';
  if (errors?.alarmed || drift.some(({ alarm }) => alarm)) return 'ALARM';
  // Half of the way to an alarm, because bets multiply.
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
  if (!worst) return 'No calibration is in use: the shipped confidence applies, and nothing is guaranteed.';
  const { stale, status, errors, signals } = worst;
  if (stale)
    return 'The embedder, the cutting of documents or the signals of the confidence have changed since a calibration was fitted, so it is not used. Fit a new one.';
  if (errors?.alarmed)
    return `${errors.wrong} of ${errors.answered} judged answers were wrong, more than the guarantee allows: it is withdrawn. Fit a calibration on what was judged.`;
  const moved = signals.filter(({ alarm }) => alarm).map(({ signal }) => signal);
  if (moved.length > 0)
    return `Questions are no longer like those of the calibration (${moved.join(', ')}): its guarantee is withdrawn. Judge new runs ("candor feedback --queue") and fit a new one.`;
  return status === 'WATCH'
    ? 'Something has begun to move. Judge more runs ("candor feedback --queue"), so that it is known early.'
    : 'Nothing speaks against the calibrations in use.';
}
