import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { LabelledQuestion } from '../../src/confidence/calibration/labelled.ts';
import { createRandom } from '../../src/stats.ts';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { openTestApp, type OpenTestApp } from '../support/database.ts';
import { runQuery } from '../support/runQuery.ts';

/** Questions whose answer is right as often as `rateOf` says of how much of the question stands in the best passage. */
function labelsOf(count: number, rateOf: (found: number) => number, seed = 3): LabelledQuestion[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const found = random();
    return {
      family: `sheet-${index % 60}`,
      language: index % 3 === 0 ? 'de' : 'en',
      vetoed: false,
      right: random() < rateOf(found),
      signals: {
        rrfTop: 0.02 + 0.012 * found,
        topSimilarity: found,
        keyword: 0.5 + 0.5 * found,
        documentShare: found,
      },
    };
  });
}

const sheets = [
  'The ferry to Skarra leaves at 7 in the morning.',
  'Bicycles travel free on the ferry to Skarra.',
  'Dogs need a ticket of 4 euros on the ferry.',
];
const question = 'When does the ferry to Skarra leave?';
let opened: OpenTestApp;
let mine: Caller;
let theirs: Caller;
beforeAll(async () => {
  opened = await openTestApp();
  [mine, theirs] = [await filled(), await filled()];
});
afterAll(() => opened.close());

async function filled(): Promise<Caller> {
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await opened.app.workspaces.ensure(caller.workspaceId, 'ferries');
  await opened.app.ingest(
    caller,
    sheets.map((text, index) => ({ key: `sheet-${index}`, title: `Sheet ${index}`, text, format: 'PLAIN_TEXT' })),
  );
  return caller;
}

async function asked(caller: Caller, dryRun = false): Promise<Outcome> {
  for await (const event of opened.app.ask(caller, { question, dryRun }))
    if (event.type === 'Finished') return event.outcome;
  throw new Error('no outcome');
}

const fitFor = (caller: Caller, labels: readonly LabelledQuestion[], alpha?: number) =>
  opened.app.calibrations.fit(caller, labels, {
    seed: 1,
    guarantee: alpha === undefined ? null : { alpha, delta: 0.05 },
  });

describe('a calibration', () => {
  it('is a draft until it is activated, and then decides the questions of its workspace alone', async () => {
    const before = await asked(mine);
    expect(before).toMatchObject({ type: 'Answer', confidence: { calibration: null } });
    // Nearly everything was wrong, however much was found: nothing is sure any more.
    const [calibration] = await fitFor(
      mine,
      labelsOf(300, () => 0.1),
    );
    expect(calibration).toMatchObject({
      language: 'und',
      source: 'SET',
      sampleSize: 300,
      activatedAt: null,
      stale: false,
    });
    expect(calibration!.fit.eceAfter).toBeLessThan(calibration!.fit.eceBefore / 2);
    expect((await asked(mine)).confidence).toMatchObject({ value: before.confidence.value, calibration: null });

    await opened.app.calibrations.activate(mine, [calibration!.id]);
    const after = await asked(mine);
    expect(after).toMatchObject({
      type: 'Abstention',
      tier: 'NO_MATCH',
      stopReason: expect.stringMatching(/BELOW_GATE|NO_NEW_EVIDENCE|ROUND_LIMIT/) as string,
      confidence: {
        signals: before.confidence.signals,
        calibration: { id: calibration!.id, method: calibration!.fit.calibrator.method, guarantee: null },
      },
    });
    expect(after.confidence.value).toBeLessThan(0.3);
    expect((await asked(theirs)).confidence).toMatchObject({ value: before.confidence.value, calibration: null });
    // The recorded run keeps which calibration decided, and when that was made.
    expect((await opened.app.runs.find(mine, after.id))?.result?.confidence.calibration).toMatchObject({
      id: calibration!.id,
      createdAt: calibration!.createdAt,
    });
    // A run of before is repeated on the scale that is in use.
    expect((await opened.app.runs.replay(mine, before.id, {})).run.result).toMatchObject({
      tier: 'NO_MATCH',
      confidence: { calibration: { id: calibration!.id } },
    });

    expect(await opened.app.calibrations.deactivate(mine)).toMatchObject([{ id: calibration!.id }]);
    expect((await asked(mine)).confidence).toMatchObject({ value: before.confidence.value, calibration: null });
  });

  it('holds its guarantee in what it lets pass, and the API tells it', async () => {
    const [calibration] = await fitFor(
      mine,
      labelsOf(1200, (found) => (found > 0.5 ? 0.99 : 0.2)),
      0.1,
    );
    const { certificate, uncertainFrom, audit } = calibration!.fit;
    expect(certificate).toMatchObject({ alpha: 0.1, threshold: uncertainFrom });
    expect(certificate!.upperBound).toBeLessThanOrEqual(0.1);
    expect(certificate!.coverage).toBeGreaterThan(0.3);
    expect(audit!.wrong).toBeLessThanOrEqual(0.2 * audit!.answered);
    const source =
      '{ workspace { guarantee { status reason } } calibration { id active stale report guarantee { alpha threshold status } } calibrations(first: 5) { totalCount nodes { id active } pageInfo { hasNextPage } } }';
    expect(await runQuery(source, { app: opened.app, caller: mine })).toMatchObject({
      data: {
        workspace: { guarantee: null },
        calibrations: { nodes: expect.arrayContaining([{ id: calibration!.id, active: false }]) as unknown },
      },
    });

    const activated = await runQuery(
      `mutation { activateCalibration(input: { id: "${calibration!.id}" }) { calibrations { active guarantee { status } } } }`,
      { app: opened.app, caller: mine },
    );
    expect(activated).toMatchObject({
      data: { activateCalibration: { calibrations: [{ active: true, guarantee: { status: 'HOLDS' } }] } },
    });
    const told = await runQuery(source, { app: opened.app, caller: mine });
    expect(told.errors).toBeUndefined();
    expect(told.data).toMatchObject({
      workspace: { guarantee: { status: 'HOLDS', reason: null } },
      calibration: {
        id: calibration!.id,
        active: true,
        stale: false,
        guarantee: { alpha: 0.1, threshold: uncertainFrom, status: 'HOLDS' },
        report: { version: 1, test: { threshold: uncertainFrom }, audit },
      },
    });
    expect(await runQuery(source, { app: opened.app, caller: theirs })).toMatchObject({
      data: { workspace: { guarantee: null }, calibration: null, calibrations: { totalCount: 0, nodes: [] } },
    });
    await opened.app.calibrations.deactivate(mine);
  });

  it('promises nothing that its labels cannot support, and says how many it would take', async () => {
    const [few] = await fitFor(
      mine,
      labelsOf(130, (found) => (found > 0.5 ? 0.99 : 0.2)),
      0.01,
    );
    expect(few!.fit.certificate).toMatchObject({ threshold: null, answered: 0, upperBound: 1 });
    const [bad] = await fitFor(
      mine,
      labelsOf(400, () => 0.5),
      0.05,
    );
    expect(bad!.fit.certificate).toMatchObject({ threshold: null, needed: null });
  });

  it('is of one language where there are labels enough for it, beside the one for all', async () => {
    const fitted = await fitFor(
      mine,
      labelsOf(700, (found) => found),
    );
    expect(fitted.map(({ language, sampleSize }) => [language, sampleSize])).toEqual([
      ['und', 700],
      ['de', 234],
      ['en', 466],
    ]);
    await opened.app.calibrations.activate(
      mine,
      fitted.map(({ id }) => id),
    );
    expect((await asked(mine)).confidence.calibration).toMatchObject({ language: 'en' });
    expect((await opened.app.calibrations.active(mine, 'fr')).map(({ language }) => language)).toEqual(['und']);
    await opened.app.calibrations.deactivate(mine);
  });

  it('is refused with a remedy: too few labels, an alpha out of range, an unknown id, a role that may not', async () => {
    await expect(
      fitFor(
        mine,
        labelsOf(20, () => 0.5),
      ),
    ).rejects.toMatchObject({ code: 'BAD_INPUT', remedy: expect.stringContaining('30') as string });
    await expect(
      fitFor(
        mine,
        labelsOf(100, () => 0.5),
        1.5,
      ),
    ).rejects.toMatchObject({ code: 'BAD_INPUT', details: { field: 'alpha' } });
    await expect(opened.app.calibrations.activate(mine, [newId()])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [ofMine] = (await opened.app.calibrations.list(mine, { first: 1 })).nodes;
    await expect(opened.app.calibrations.activate(theirs, [ofMine!.id])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const caller of [
      { ...mine, role: 'EDITOR' as const },
      { ...mine, accessGroups: ['staff'] },
    ]) {
      await expect(fitFor(caller, [])).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(opened.app.calibrations.fitFeedback(caller, { seed: 1, guarantee: null })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      await expect(opened.app.calibrations.activate(caller, [ofMine!.id])).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(opened.app.calibrations.deactivate(caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
  });
});

it('a dry run answers whatever the confidence, and leaves no run', async () => {
  const outcome = await asked(mine, true);
  expect(outcome.type).toBe('Answer');
  expect(await opened.app.runs.find(mine, outcome.id)).toBeUndefined();
});
