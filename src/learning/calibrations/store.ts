import { shippedScale, type ConfidenceScale } from '../../confidence/scale.ts';
import type { ScaledQuestion } from '../../agent/parts/parts.ts';
import type { Database } from '../../db/database.ts';
import { isUuid, newId } from '../../db/statement.ts';
import { CandorError } from '../../errors.ts';
import { canonicalVersion } from '../../knowledge/ingest/canonical.ts';
import type { Page } from '../../knowledge/document.ts';
import { primaryLanguage } from '../../knowledge/language/language.ts';
import { readCursor, toPage, type PageRequest } from '../../knowledge/page.ts';
import { changeFacts, keptFact } from '../../workspaces/workspaces.ts';
import {
  activateCalibration,
  type CalibrationRow,
  countCalibrations,
  findCalibrations,
  findScales,
  insertCalibration,
  listActiveCalibrations,
  listCalibrations,
  removeActiveCalibrations,
} from './store.sql.ts';
import { type NewCalibration, type StoredCalibration, factsOf, usableCalibrator } from './calibration.ts';

/** A database, and the fingerprint of the model used to search it. */
export interface CalibrationScope {
  readonly database: Database;
  readonly embedder: string;
}

/** The only preset whose confidence is calibrated. The others are published recipes and stay as published. */
export const calibratedPreset = 'CANDOR';
/** The language code of a calibration for all languages without their own. */
export const anyLanguage = 'und';
const cutting = String(canonicalVersion);

/** Stores all calibrations or none. */
export async function saveCalibrations(
  { database, embedder }: CalibrationScope,
  workspaceId: string,
  fitted: readonly NewCalibration[],
): Promise<readonly StoredCalibration[]> {
  const createdAt = new Date();
  const rows = fitted.map((calibration) => ({
    ...calibration,
    id: newId(),
    model: embedder,
    cutting,
    preset: calibratedPreset,
    createdAt,
    activatedAt: null,
    stale: false,
  }));
  await database.inWorkspace(workspaceId, async (transaction) => {
    for (const { id, model, language, source, fit, sampleSize, dataHash } of rows) {
      await transaction.query(insertCalibration, {
        workspaceId,
        id,
        model,
        cutting,
        preset: calibratedPreset,
        language,
        source,
        fit: JSON.stringify(fit),
        sampleSize,
        dataHash,
        createdAt,
      });
    }
  });
  return rows;
}

/** Returns calibrations in the order of `ids`; undefined for an id that this workspace does not have. */
export async function readCalibrations(
  scope: CalibrationScope,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly (StoredCalibration | undefined)[]> {
  const rows = await scope.database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(findCalibrations, { workspaceId, ids: ids.filter((id) => isUuid(id)) }),
  );
  const byId = new Map(rows.map((row) => [row.calibration_id, toCalibration(row, scope)]));
  return ids.map((id) => byId.get(id));
}

/** Returns a page of calibrations, newest first. @throws BAD_INPUT */
export async function pageOfCalibrations(
  scope: CalibrationScope,
  workspaceId: string,
  page: PageRequest,
): Promise<Page<StoredCalibration>> {
  const cursor = readCursor(page);
  const rows = await scope.database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listCalibrations, {
      workspaceId,
      limit: page.first + 1,
      createdBefore: cursor?.time ?? null,
      idBefore: cursor?.id ?? null,
    }),
  );
  return toPage(
    rows.map((row) => toCalibration(row, scope)),
    page.first,
    ({ createdAt, id }) => ({ time: createdAt, id }),
  );
}

export async function countOfCalibrations({ database }: CalibrationScope, workspaceId: string): Promise<number> {
  const [row] = await database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(countCalibrations, { workspaceId }),
  );
  return row?.total ?? 0;
}

/** Returns the activated calibrations, including stale ones. For one language, its own comes before the one for all. */
export async function activeCalibrations(
  scope: CalibrationScope,
  workspaceId: string,
  language?: string,
): Promise<readonly StoredCalibration[]> {
  const languages = language === undefined ? null : [primaryLanguage(language), anyLanguage];
  const rows = await scope.database.inWorkspace(workspaceId, (transaction) =>
    transaction.query(listActiveCalibrations, { workspaceId, preset: calibratedPreset, languages }),
  );
  const own = ({ language: of }: StoredCalibration) => Number(of === anyLanguage);
  return rows.map((row) => toCalibration(row, scope)).sort((left, right) => own(left) - own(right));
}

/** Activates calibrations for their languages, all or none. @throws NOT_FOUND, BAD_INPUT for a stale one */
export async function activate(
  scope: CalibrationScope,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly StoredCalibration[]> {
  const found = (await readCalibrations(scope, workspaceId, ids)).map((calibration, position) =>
    usable(calibration, ids[position]),
  );
  const activatedAt = new Date();
  await scope.database.inWorkspace(workspaceId, async (transaction) => {
    for (const { id } of found) await transaction.query(activateCalibration, { workspaceId, id, activatedAt });
    await changeFacts(transaction, workspaceId);
  });
  return found.map((calibration) => ({ ...calibration, activatedAt }));
}

function usable(calibration: StoredCalibration | undefined, id: string | undefined): StoredCalibration {
  if (!calibration)
    throw new CandorError('NOT_FOUND', 'There is no such calibration.', {
      details: { id },
      remedy: 'List the calibrations to see their ids.',
    });
  if (calibration.stale)
    throw new CandorError(
      'BAD_INPUT',
      'This calibration was fitted with another embedder, or before documents were cut or confidence was measured as they are now.',
      { details: { id }, remedy: 'Fit a new one.' },
    );
  return calibration;
}

/** Restores the built-in scale without deleting calibrations. Returns those that were in use. */
export async function deactivateAll(
  scope: CalibrationScope,
  workspaceId: string,
): Promise<readonly StoredCalibration[]> {
  const rows = await scope.database.inWorkspace(workspaceId, async (transaction) => {
    const removed = await transaction.query(removeActiveCalibrations, { workspaceId });
    await changeFacts(transaction, workspaceId);
    const ids = removed.map(({ calibration_id: id }) => id);
    return transaction.query(findCalibrations, { workspaceId, ids });
  });
  const forAll = ({ language }: StoredCalibration) => Number(language === anyLanguage);
  return rows.map((row) => toCalibration(row, scope)).sort((left, right) => forAll(right) - forAll(left));
}

/**
 * Returns the scale for a question's confidence. A stale calibration is ignored. The scale is read once, and again
 * after another calibration is activated, which applies to the next question in every process.
 */
export async function scaleFor(
  scope: CalibrationScope,
  { workspaceId, preset, language }: ScaledQuestion,
  signal?: AbortSignal,
): Promise<ConfidenceScale> {
  if (preset !== calibratedPreset) return shippedScale;
  const spoken = primaryLanguage(language);
  // Two apps with different embedders may use one database.
  const name = `scale ${spoken} ${scope.embedder}`;
  return keptFact(scope.database, workspaceId, name, () => readScale(scope, workspaceId, spoken, signal));
}

async function readScale(
  { database, embedder }: CalibrationScope,
  workspaceId: string,
  language: string,
  signal: AbortSignal | undefined,
): Promise<ConfidenceScale> {
  const values = { workspaceId, preset: calibratedPreset, language, anyLanguage, embedder, cutting };
  const rows = await database.inWorkspace(workspaceId, (transaction) => transaction.query(findScales, values), {
    signal,
  });
  for (const row of rows) {
    const calibrator = usableCalibrator(row.fit);
    const { confidentFrom, uncertainFrom } = row.fit;
    if (calibrator)
      return { confidentFrom, uncertainFrom, calibrator, calibration: factsOf({ ...statedIn(row), fit: row.fit }) };
  }
  return shippedScale;
}

function toCalibration(row: CalibrationRow, { embedder }: CalibrationScope): StoredCalibration {
  return {
    ...statedIn(row),
    model: row.model,
    cutting: row.cutting,
    preset: row.preset,
    fit: row.fit,
    activatedAt: row.activated_at,
    stale: row.model !== embedder || row.cutting !== cutting || usableCalibrator(row.fit) === null,
  };
}

/** Converts the columns that every statement selects of a calibration, apart from its fit. */
function statedIn({
  calibration_id: id,
  created_at: createdAt,
  sample_size: sampleSize,
  language,
  source,
  data_hash: dataHash,
}: Omit<CalibrationRow, 'model' | 'cutting' | 'preset' | 'fit' | 'activated_at'>) {
  return { id, createdAt, sampleSize, language, source, dataHash };
}
