import { createHash } from 'node:crypto';
import { type CalibrationMethod, type Calibrator, gatedOf } from '../../confidence/calibration/calibrator.ts';
import { type CalibratorFit, fitCalibrator } from '../../confidence/calibration/fitCalibrator.ts';
import type { LabelledQuestion } from '../../confidence/calibration/labelled.ts';
import {
  type Certificate,
  certify,
  certifyPairs,
  sequenceFrom,
  sweep,
} from '../../confidence/calibration/learnThenTest.ts';
import { splitByFamily, type SplitShares } from '../../confidence/calibration/labelled.ts';
import { signalBaseline } from '../../confidence/drift.ts';
import { confidentFrom, uncertainFrom } from '../../confidence/score.ts';
import type { Database } from '../../db/database.ts';
import { CandorError } from '../../errors.ts';
import type { Page } from '../../knowledge/document.ts';
import type { PageRequest } from '../../knowledge/page.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { labelsFromFeedback } from '../feedback/feedback.ts';
import type { CalibrationFit, CalibrationSource, NewCalibration, StoredCalibration } from './calibration.ts';
import {
  activate,
  activeCalibrations,
  anyLanguage,
  calibratedPreset,
  type CalibrationScope,
  countOfCalibrations,
  deactivateAll,
  pageOfCalibrations,
  readCalibrations,
  saveCalibrations,
} from './store.ts';

/** Fits of the confidence. Changes require ADMIN. */
export interface Calibrations {
  /** Returns calibrations in the order of `ids`; undefined for an id that this workspace does not have. */
  find(caller: Caller, ids: readonly string[]): Promise<readonly (StoredCalibration | undefined)[]>;
  /** Returns a page of calibrations, newest first. @throws BAD_INPUT */
  list(caller: Caller, page: PageRequest): Promise<Page<StoredCalibration>>;
  /** How many `list` has on all pages. */
  count(caller: Caller): Promise<number>;
  /** Returns the calibrations in use, including stale ones. For one language, its own comes before the one for all. */
  active(caller: Caller, language?: string): Promise<readonly StoredCalibration[]>;
  /**
   * Fits and stores one calibration for each language, without activating them. Requires ADMIN. @throws BAD_INPUT with
   * too few labels
   */
  fit(
    caller: Caller,
    labelled: readonly LabelledQuestion[],
    options: FitScaleOptions,
  ): Promise<readonly StoredCalibration[]>;
  /** The same, based on what people said about runs. Requires ADMIN. @throws BAD_INPUT with too few judged runs */
  fitFeedback(caller: Caller, options: FitScaleOptions, signal?: AbortSignal): Promise<readonly StoredCalibration[]>;
  /**
   * Activates calibrations for their languages, at once and for every process, all or none. Requires ADMIN. @throws
   * NOT_FOUND, BAD_INPUT for a stale one
   */
  activate(caller: Caller, ids: readonly string[]): Promise<readonly StoredCalibration[]>;
  /** Restores the built-in scale and returns the calibrations that were in use. Requires ADMIN. */
  deactivate(caller: Caller): Promise<readonly StoredCalibration[]>;
}

/** @param demandAdmin returns the caller, or throws FORBIDDEN */
export function createCalibrations(
  database: Database,
  embedder: string,
  demandAdmin: (caller: Caller) => Caller,
): Calibrations {
  const scope: CalibrationScope = { database, embedder };
  const fit = (
    caller: Caller,
    labelled: readonly LabelledQuestion[],
    source: CalibrationSource,
    options: FitScaleOptions,
  ) => saveCalibrations(scope, caller.workspaceId, fitLanguages(labelled, source, options));
  return {
    find: (caller, ids) => readCalibrations(scope, caller.workspaceId, ids),
    list: (caller, page) => pageOfCalibrations(scope, caller.workspaceId, page),
    count: (caller) => countOfCalibrations(scope, caller.workspaceId),
    active: (caller, language) => activeCalibrations(scope, caller.workspaceId, language),
    fit: async (caller, labelled, options) => fit(demandAdmin(caller), labelled, 'SET', options),
    fitFeedback: async (caller, options, signal) => {
      const { labels } = await labelsFromFeedback(
        database,
        demandAdmin(caller),
        { preset: calibratedPreset, embedder },
        signal,
      );
      return fit(caller, labels, 'FEEDBACK', options);
    },
    activate: async (caller, ids) => activate(scope, demandAdmin(caller).workspaceId, ids),
    deactivate: async (caller) => deactivateAll(scope, demandAdmin(caller).workspaceId),
  };
}

/** If there are several languages, one with this many labels gets its own fit. */
const ownFrom = 200;

/**
 * Returns one fit for all languages, and one for each with enough labels. With a single language there is only the one
 * for all, because the language of a short question may be misdetected.
 */
function fitLanguages(
  labelled: readonly LabelledQuestion[],
  source: CalibrationSource,
  options: FitScaleOptions,
): NewCalibration[] {
  const languages = new Set(labelled.map(({ language }) => language));
  const own =
    languages.size > 1
      ? [...languages]
          .filter((language) => labelled.filter((label) => label.language === language).length >= ownFrom)
          .sort()
      : [];
  return [anyLanguage, ...own].map((language) => {
    const labels = language === anyLanguage ? labelled : labelled.filter((label) => label.language === language);
    return {
      language,
      source,
      fit: fitScale(labels, options),
      sampleSize: labels.length,
      dataHash: createHash('sha256').update(JSON.stringify(labels)).digest('hex'),
    };
  });
}

export interface FitScaleOptions {
  /** Determines splits and folds. */
  readonly seed: number;
  /** Left out: cross-validation chooses it. */
  readonly method?: CalibrationMethod | undefined;
  /** Null: no guarantee, and the fit uses all labels. */
  readonly guarantee: { readonly alpha: number; readonly delta: number } | null;
}

/**
 * A calibrated value is the probability of a right answer. The built-in tiers begin where 60 and 80 in 100 answers were
 * right, and so do these.
 */
const answeredFrom = 0.6;
const sureFrom = 0.8;

/** The labels that a guarantee needs, so that enough remain for the fit. */
const leastForGuarantee = 120;

/** Half of the labels certify: a guarantee needs more labels than a fit of a dozen coefficients. */
const shares: SplitShares = { fit: 0.3, tune: 0.1, certify: 0.5, audit: 0.1 };

/**
 * Fits the confidence, and the gate with its guarantee if one is requested. With a guarantee, the certifying labels are
 * used for nothing else. The gate is the certified threshold or, if nothing could be certified, the point where 60 in
 * 100 answers are right.
 * @throws BAD_INPUT with too few labels, or an alpha or delta out of range
 */
function fitScale(labelled: readonly LabelledQuestion[], { seed, method, guarantee }: FitScaleOptions): CalibrationFit {
  const baseline = signalBaseline(labelled.map(({ signals }) => signals));
  if (guarantee === null) {
    const fit = fitCalibrator(labelled, { seed, method });
    return {
      ...factsOf(fit),
      ...tiersOf(fit.calibrator, null),
      certificate: null,
      pairs: [],
      audit: null,
      sweep: sweep(labelled.map((question) => gatedOf(fit.calibrator, question))),
      baseline,
    };
  }
  refuseTooFew(labelled.length, guarantee);
  const split = splitByFamily(labelled, shares, seed);
  const fit = fitCalibrator(split.fit, { seed, method });
  const gated = (questions: readonly LabelledQuestion[]) =>
    questions.map((question) => gatedOf(fit.calibrator, question));
  const [tune, held] = [gated([...split.fit, ...split.tune]), gated(split.certify)];
  const sequence = (alpha: number) => sequenceFrom(tune, { alpha, labels: held.length });
  const certificate = certify(held, { ...guarantee, thresholds: sequence(guarantee.alpha) });
  const tiers = tiersOf(fit.calibrator, certificate);
  const passed = gated(split.audit).filter(({ confidence }) => confidence >= tiers.uncertainFrom);
  return {
    ...factsOf(fit),
    ...tiers,
    certificate,
    pairs: certifyPairs(held, guarantee.delta, sequence),
    audit: {
      questions: split.audit.length,
      answered: passed.length,
      wrong: passed.filter(({ right }) => !right).length,
    },
    sweep: sweep(held),
    baseline,
  };
}

function factsOf({
  calibrator,
  methods,
  eceBefore,
  eceAfter,
  families,
}: CalibratorFit): Pick<CalibrationFit, 'calibrator' | 'methods' | 'eceBefore' | 'eceAfter' | 'families'> {
  return { calibrator, methods: [...methods], eceBefore, eceAfter, families };
}

/** Returns the tiers; the built-in ones if the calibrator leaves the values unchanged. */
function tiersOf(
  { method }: Calibrator,
  certificate: Certificate | null,
): Pick<CalibrationFit, 'uncertainFrom' | 'confidentFrom'> {
  const [answered, sure] = method === 'SEED' ? [uncertainFrom, confidentFrom] : [answeredFrom, sureFrom];
  const gate = certificate?.threshold ?? answered;
  return { uncertainFrom: gate, confidentFrom: Math.max(gate, sure) };
}

/** Also called before questions are asked. @throws BAD_INPUT */
export function refuseTooFew(labels: number, guarantee: FitScaleOptions['guarantee']): void {
  if (guarantee === null) return;
  refuseOutOfRange(guarantee);
  if (labels < leastForGuarantee)
    throw new CandorError(
      'BAD_INPUT',
      `A guarantee takes ${leastForGuarantee} labelled questions, because it is tested on others than it is fitted on; there are ${labels}.`,
      {
        details: { labels, least: leastForGuarantee },
        remedy: 'Label more questions, or fit without alpha, which guarantees nothing.',
      },
    );
}

function refuseOutOfRange({ alpha, delta }: { readonly alpha: number; readonly delta: number }): void {
  for (const [field, value] of Object.entries({ alpha, delta })) {
    if (!(value > 0 && value < 1))
      throw new CandorError('BAD_INPUT', `${field} must lie between 0 and 1, both excluded.`, {
        details: { field },
        remedy: 'Give 0.05 for "at most 5 in 100".',
      });
  }
}
