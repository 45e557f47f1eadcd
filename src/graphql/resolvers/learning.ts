import { CandorError } from '../../errors.ts';
import { connection } from '../connection.ts';
import { type GraphQLContext, requireDocument, visibleDocuments } from '../context.ts';
import type { FitCalibrationInput, Resolvers } from '../generated/types.ts';
import { guaranteeOf, toCalibration } from '../computed.ts';
import { toChoiceInput, toFeedbackInput, toPageRequest } from '../inputs.ts';
import { payload } from '../payload.ts';

async function fit(input: FitCalibrationInput, { app, caller, signal }: GraphQLContext) {
  const { alpha, delta, method, seed, activate } = input;
  const promise = alpha === null || alpha === undefined ? null : { alpha, delta: delta ?? 0.05 };
  const options = { seed: seed ?? 1, promise, ...(method ? { method } : {}) };
  const fitted = await app.calibrations.fitFeedback(caller, options, signal);
  const ids = fitted.map(({ id }) => id);
  if (activate) await app.calibrations.activate(caller, ids);
  return { calibrations: fitted.map((calibration) => toCalibration(calibration)) };
}

async function activate(id: string, { app, caller }: GraphQLContext) {
  const [activated] = await app.calibrations.activate(caller, [id]);
  if (!activated) throw new CandorError('NOT_FOUND', 'There is no such calibration.', { details: { id } });
  return { calibration: toCalibration(activated) };
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
      return connection({ ...found, nodes: found.nodes.map((calibration) => toCalibration(calibration)) }, page);
    },
  },
  Mutation: {
    fitCalibration: (_root, { input }, context) => payload(context, { calibrations: [] }, () => fit(input, context)),
    activateCalibration: (_root, { input: { id } }, context) =>
      payload(context, { calibration: null }, () => activate(id, context)),
    deactivateCalibrations: (_root, _input, context) =>
      payload(context, { deactivatedCount: null }, async () => ({
        deactivatedCount: await context.app.calibrations.deactivate(context.caller),
      })),
  },
  Calibration: {
    guarantee: async (calibration, _input, context) => guaranteeOf(calibration, context),
    active: async ({ id }, _input, { loaders }) => ((await loaders.calibration.load(id))?.activatedAt ?? null) !== null,
    stale: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.stale ?? true,
    test: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.fit.certificate ?? null,
    alternatives: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.fit.pairs ?? [],
    sweep: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.fit.sweep ?? [],
    methods: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.fit.methods ?? [],
    audit: async ({ id }, _input, { loaders }) => (await loaders.calibration.load(id))?.fit.audit ?? null,
  },
  GateTest: { labelsNeeded: ({ needed }) => needed },
};

/** Feedback on runs, and what is learned from it: the labelling queue and knowledge gaps. */
export const feedbackResolvers: Resolvers = {
  Query: {
    feedback: async (_root, input, { app, caller }) => {
      const page = toPageRequest(input);
      return connection(await app.feedback.list(caller, page), page);
    },
    labellingQueue: (_root, { first }, { app, caller, signal }) => app.feedback.queue(caller, first, { signal }),
    knowledgeGaps: async (_root, { since, chosen, ...input }, { app, caller, signal }) => {
      const page = toPageRequest(input);
      return connection(
        await app.gaps(caller, { ...page, since: since ?? undefined, chosen: chosen ?? undefined, signal }),
        page,
      );
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
    passageId: async ({ passageId, documentIds }, _input, { loaders }) =>
      passageId !== null && (await visibleDocuments(loaders, documentIds)).length > 0 ? passageId : null,
    own: ({ givenBy }, _input, { caller }) => givenBy === caller.keyId,
  },
  QueuedRun: {
    runId: ({ run }) => run.id,
    question: ({ run }) => run.question,
    outcome: ({ run }) => run.outcome,
    tier: ({ run }) => run.tier,
    stopReason: ({ run }) => run.stopReason,
    confidenceValue: ({ run }) => run.confidence,
    createdAt: ({ run }) => run.createdAt,
  },
  ChosenPassage: { document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId) },
  GapDocument: { document: ({ documentId }, _input, { loaders }) => requireDocument(loaders, documentId) },
};
