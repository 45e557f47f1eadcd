import { CandorError } from '../../errors.ts';
import { connection, pageFrom, startOf } from '../connection.ts';
import { documentIn, type GraphQLContext, visibleDocuments } from '../context.ts';
import type { FitCalibrationInput, Resolvers } from '../generated/types.ts';
import type { RunListOptions } from '../../agent/runs/runs.ts';
import type { QueuedRun } from '../../learning/feedback/labellingQueue.ts';
import { guaranteeOf, type RunInList, toCalibration, unaskedParts } from '../computed.ts';
import { calibrationReport } from '../calibrationReport.ts';
import { toChoiceInput, toFeedbackInput, toPageRequest } from '../inputs.ts';
import { payload } from '../payload.ts';

async function fit(input: FitCalibrationInput, { app, caller, signal }: GraphQLContext) {
  const { alpha, delta, method, seed, activate } = input;
  const guarantee = alpha === null || alpha === undefined ? null : { alpha, delta: delta ?? 0.05 };
  const options = { seed: seed ?? 1, guarantee, ...(method ? { method } : {}) };
  const fitted = await app.calibrations.fitFeedback(caller, options, signal);
  const ids = fitted.map(({ id }) => id);
  if (activate) await app.calibrations.activate(caller, ids);
  return { calibrations: fitted.map((calibration) => toCalibration(calibration)) };
}

async function activate(id: string, { app, caller }: GraphQLContext) {
  const [activated] = await app.calibrations.activate(caller, [id]);
  if (!activated) throw new CandorError('NOT_FOUND', 'There is no such calibration.', { details: { id } });
  return { calibrations: [toCalibration(activated)] };
}

export const calibrationResolvers: Resolvers = {
  Query: {
    calibration: async (_root, { language }, { app, caller }) => {
      const [inUse] = await app.calibrations.active(caller, language ?? 'und');
      return inUse ? toCalibration(inUse) : null;
    },
    calibrations: async (_root, input, { app, caller }) => {
      const page = toPageRequest(input);
      const found = await app.calibrations.list(caller, page);
      const nodes = found.nodes.map((calibration) => toCalibration(calibration));
      return connection({ ...found, nodes }, page, () => app.calibrations.count(caller));
    },
  },
  Mutation: {
    fitCalibration: (_root, { input }, context) => payload(context, { calibrations: [] }, () => fit(input, context)),
    activateCalibration: (_root, { input: { id } }, context) =>
      payload(context, { calibrations: [] }, () => activate(id, context)),
    deactivateCalibrations: (_root, _input, context) =>
      payload(context, { calibrations: [] }, async () => ({
        calibrations: (await context.app.calibrations.deactivate(context.caller)).map((calibration) =>
          toCalibration(calibration),
        ),
      })),
  },
  Calibration: {
    guarantee: async (calibration, _input, context) => guaranteeOf(calibration, context),
    active: async ({ id }, _input, { loaders }) => ((await loaders.calibration.load(id))?.activatedAt ?? null) !== null,
    stale: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.stale ?? true,
    report: async (calibration, _input, { loaders }) =>
      calibrationReport(calibration, await loaders.calibration.load(calibration.id)),
  },
};

const noCause = { reason: null, missing: null, gap: null };

/** The queued runs in their order; undefined for one that was deleted in between. */
async function queuedRuns(
  queued: readonly QueuedRun[],
  { app, caller }: GraphQLContext,
  without: RunListOptions['without'],
): Promise<(RunInList | undefined)[]> {
  const ids = queued.map(({ run }) => run.id);
  if (ids.length === 0) return [];
  const { nodes } = await app.runs.list(caller, { first: ids.length }, { ids }, { without: without ?? [] });
  const byId = new Map(nodes.map((run) => [run.id, run]));
  return queued.map(({ run: { id }, similarCount }) => {
    const run = byId.get(id);
    return run && { ...run, similarCount };
  });
}

/** Feedback on runs, and what is learned from it: the labelling queue and knowledge gaps. */
export const feedbackResolvers: Resolvers = {
  Query: {
    feedback: async (_root, input, { app, caller }) => {
      const page = toPageRequest(input);
      return connection(await app.feedback.list(caller, page), page, () => app.feedback.count(caller));
    },
    labellingQueue: async (_root, input, context, info) => {
      const { app, caller, signal } = context;
      const page = toPageRequest(input);
      const from = startOf(page);
      const { nodes, unjudgedCount } = await app.feedback.queue(caller, from + page.first + 1, { signal });
      const queued = pageFrom(from, nodes.slice(from, from + page.first), nodes.length > from + page.first);
      const runs = await queuedRuns(queued.nodes, context, unaskedParts(info));
      const kept = runs.flatMap((run, position) => (run ? [{ run, cursor: queued.cursors[position] ?? '' }] : []));
      const [runsKept, cursors] = [kept.map(({ run }) => run), kept.map(({ cursor }) => cursor)];
      return connection({ ...queued, nodes: runsKept, cursors }, page, () => unjudgedCount);
    },
    knowledgeGaps: async (_root, { since, chosen, orderBy, ...input }, { app, caller, signal }) => {
      const conditions = { since: since ?? undefined, chosen: chosen ?? undefined, signal };
      const order = orderBy === 'LAST_ASKED' ? { orderBy } : {};
      const request = { ...toPageRequest(input), ...conditions, ...order };
      const { totalCount, ...page } = await app.gaps(caller, request);
      return connection(page, request, () => totalCount);
    },
  },
  Mutation: {
    recordFeedback: (_root, { input }, context) =>
      payload(context, { feedback: null }, async () => ({
        feedback: await context.app.feedback.record(context.caller, toFeedbackInput(input)),
      })),
    chooseAnswer: (_root, { input }, context) =>
      payload(context, { feedback: null }, async () => ({
        feedback: await context.app.feedback.choose(context.caller, toChoiceInput(input)),
      })),
    curateChosenAnswer: (_root, { input }, context) =>
      payload(context, { curatedAnswer: null }, async () => ({
        curatedAnswer: await context.app.curateChosen(context.caller, toChoiceInput(input)),
      })),
  },
  Feedback: {
    documents: ({ documentIds }, _input, { loaders }) => visibleDocuments(loaders, documentIds),
    run: async ({ runId }, _input, { loaders }, info) =>
      (await loaders.runWithout(unaskedParts(info)).load(runId)) ?? null,
    chunk: async ({ passageId }, _input, { loaders }) =>
      (passageId === null ? undefined : await loaders.chunk.load(passageId)) ?? null,
    own: ({ givenBy }, _input, { caller }) => givenBy === caller.keyId,
  },
  ChosenPassage: {
    chunk: async ({ passageId }, _input, { loaders }) => (await loaders.chunk.load(passageId)) ?? null,
    run: async ({ runId }, _input, { loaders }, info) =>
      (await loaders.runWithout(unaskedParts(info)).load(runId)) ?? null,
    document: ({ documentId }, _input, { loaders }) => documentIn(loaders, documentId),
  },
  KnowledgeGap: {
    run: async ({ id }, _input, { loaders }, info) => (await loaders.runWithout(unaskedParts(info)).load(id)) ?? null,
    causes: ({ reasons, missing, shortfalls }) => [
      ...reasons.map(({ reason, count }) => ({ ...noCause, reason, count })),
      ...missing.map(({ text, count }) => ({ ...noCause, missing: text, count })),
      ...shortfalls.map(({ gap, count }) => ({ ...noCause, gap, count })),
    ],
    nearestDocuments: ({ nearestDocuments }, _input, { loaders }) =>
      visibleDocuments(
        loaders,
        nearestDocuments.map(({ documentId }) => documentId),
      ),
  },
};
