import { createHash } from 'node:crypto';
import type { LabelledQuestion } from '../../confidence/calibration/labelled.ts';
import type { Database } from '../../db/database.ts';
import type { Page } from '../../knowledge/document.ts';
import type { PageRequest } from '../../knowledge/page.ts';
import type { Caller } from '../../workspaces/caller.ts';
import { labelsFromFeedback } from '../feedback/labelsFromFeedback.ts';
import type { CalibrationSource, NewCalibration, StoredCalibration } from './calibration.ts';
import { fitScale, type FitScaleOptions } from './fitScale.ts';
import {
  activate,
  activeCalibrations,
  anyLanguage,
  calibratedPreset,
  deactivateAll,
  pageOfCalibrations,
  readCalibrations,
  saveCalibrations,
  type CalibrationScope,
} from './store.ts';

/** Fits of the confidence. What changes any needs ADMIN. */
export interface Calibrations {
  /** In the order of `ids`; undefined where this workspace has none. */
  find(caller: Caller, ids: readonly string[]): Promise<readonly (StoredCalibration | undefined)[]>;
  /** Newest first. @throws BAD_INPUT */
  list(caller: Caller, page: PageRequest): Promise<Page<StoredCalibration>>;
  /** Those in use, stale ones included; of one language: its own before the one for all. */
  active(caller: Caller, language?: string): Promise<readonly StoredCalibration[]>;
  /**
   * Fits and stores, one calibration a language; none is in use by that. Needs ADMIN. @throws BAD_INPUT with too few
   * labels
   */
  fit(
    caller: Caller,
    labelled: readonly LabelledQuestion[],
    options: FitScaleOptions,
  ): Promise<readonly StoredCalibration[]>;
  /** The same on what people said of runs. Needs ADMIN. @throws BAD_INPUT with too few judged runs */
  fitFeedback(caller: Caller, options: FitScaleOptions, signal?: AbortSignal): Promise<readonly StoredCalibration[]>;
  /**
   * Switches their languages to them, at once and for every process, all or none. Needs ADMIN. @throws NOT_FOUND,
   * BAD_INPUT for a stale one
   */
  activate(caller: Caller, ids: readonly string[]): Promise<readonly StoredCalibration[]>;
  /** Back to what ships; how many were in use. Needs ADMIN. */
  deactivate(caller: Caller): Promise<number>;
}

/** @param demandAdmin the caller, or FORBIDDEN */
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

/** A language that has so many labels gets a fit of its own, where there are several languages. */
const ownFrom = 200;

/**
 * One fit for all languages, and one for each that has labels enough. A single language has the one for all: short
 * questions are taken for others.
 */
export function fitLanguages(
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
