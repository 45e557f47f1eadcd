import type { DriftOfSignal } from '../../confidence/drift.ts';

/** WATCH: something has moved, or a calibration is stale. ALARM: what was promised no longer stands. */
export type HealthStatus = 'OK' | 'WATCH' | 'ALARM';

/**
 * The judged answers since a calibration was activated, against its promise. Right at any time, however often one looks
 * (`errorMonitor`).
 */
export interface ErrorWatch {
  /** The share of wrong answers that was promised at most, and how likely the promise may be broken. */
  readonly alpha: number;
  readonly delta: number;
  readonly answered: number;
  readonly wrong: number;
  /** What a bettor against the promise would have of the 1 that was staked; 1 / delta alarms. */
  readonly wealth: number;
  readonly alarmed: boolean;
}

export interface CalibrationHealth {
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
