import type { Run } from '../../../../src/agent/state/run.ts';
import { syntheticLabels } from '../../../confidence/calibration/syntheticLabels.ts';
import { drain } from '../../../agent/drain.ts';
import { documentId, documentsOf, groupsOf, idOf, type Scene, someCaller } from './scene.ts';

const anyOrAnswerable = ({ draw }: Scene): string => (draw.below(2) === 0 ? draw.answerable() : draw.question());

async function runsOf({ app, tenant }: Scene): Promise<readonly Run[]> {
  return (await app.runs.list(tenant.admin, { first: 50 }, {})).nodes;
}

/** What a person may choose as the answer of a run. */
const passageOf = ({ draw }: Scene, run: Run | undefined): { readonly passageId?: string } => {
  const shown = run?.passages ?? [];
  return shown.length > 0 && draw.below(2) === 0 ? { passageId: draw.one(shown).chunkId } : {};
};

export const askingOperations = {
  ask: async (scene: Scene) => {
    const caller = await someCaller(scene);
    const conversation = scene.draw.below(3) === 0 ? { conversationId: `conversation-of-the-day-${caller.role}` } : {};
    const request = { question: anyOrAnswerable(scene), ...conversation };
    const reserved = await scene.app.spending.reserve(caller, request);
    await drain(scene.app.ask(caller, request));
    if (reserved && scene.draw.below(4) > 0) await scene.app.spending.settle(caller, reserved.reservation, 100);
  },
  search: async (scene: Scene) => scene.app.search(await someCaller(scene), { query: anyOrAnswerable(scene) }),
  replay: async (scene: Scene) =>
    scene.app.runs.replay(scene.tenant.admin, idOf(scene, await runsOf(scene)), {
      versions: scene.draw.one(['SAME', 'TODAY']),
    }),
  explain: async (scene: Scene) =>
    scene.app.runs.explainMiss(scene.tenant.admin, idOf(scene, await runsOf(scene)), await documentId(scene)),
  judge: async (scene: Scene) => {
    const { app, draw, tenant } = scene;
    const documents = await documentsOf(scene, false);
    await app.feedback.record(draw.below(2) === 0 ? tenant.admin : await someCaller(scene), {
      runId: idOf(scene, await runsOf(scene)),
      verdict: draw.one(['CORRECT', 'WRONG', 'INCOMPLETE', 'SHOULD_HAVE_ANSWERED', 'SHOULD_HAVE_REFUSED']),
      ...(documents.length > 0 ? { documentIds: [draw.one(documents).id] } : {}),
      comment: draw.one(['', 'E\n"line"\\', 'schön']),
    });
  },
  choose: async (scene: Scene) => {
    const runs = await runsOf(scene);
    const run = runs.length > 0 ? scene.draw.one(runs) : undefined;
    await scene.app.feedback.choose(scene.tenant.admin, {
      runId: run?.id ?? idOf(scene, []),
      ...passageOf(scene, run),
    });
  },
  curateChosen: async (scene: Scene) => {
    const runs = await runsOf(scene);
    const run = runs.length > 0 ? scene.draw.one(runs) : undefined;
    await scene.app.curateChosen(scene.tenant.admin, { runId: run?.id ?? idOf(scene, []), ...passageOf(scene, run) });
  },
  gaps: async ({ app, tenant }: Scene) => app.gaps(tenant.admin, { first: 5 }),
  exportSet: async ({ app, tenant }: Scene) => app.feedback.exportSet(tenant.admin),
};

export const governingOperations = {
  makeKey: async ({ app, draw, tenant }: Scene) => {
    const isPublic = draw.below(4) === 0;
    const { secret } = await app.identity.createKey(tenant.admin, {
      name: `key ${draw.below(1e6)}`,
      role: isPublic ? 'READER' : draw.one(['READER', 'READER', 'EDITOR', 'ADMIN']),
      ...(isPublic ? { origins: ['https://example.com'] } : { accessGroups: draw.one([null, ...groupsOf]) }),
      ...(draw.below(3) === 0 ? { asksPerMinute: 1_000 } : {}),
    });
    tenant.secrets.push(secret);
  },
  rotateKey: async (scene: Scene) => {
    const { key, secret } = await scene.app.identity.rotateKey(
      scene.tenant.admin,
      idOf(scene, await scene.app.identity.keys(scene.tenant.admin)),
    );
    if (key.revokedAt === null) scene.tenant.secrets.push(secret);
  },
  revokeKey: async (scene: Scene) =>
    scene.app.identity.revokeKey(scene.tenant.admin, idOf(scene, await scene.app.identity.keys(scene.tenant.admin))),
  allow: async ({ app, draw, tenant }: Scene) =>
    app.identity.setAllowance(tenant.admin, {
      holderId: draw.one([null, ...tenant.people]),
      period: draw.one(['MINUTE', 'DAY', 'MONTH']),
      maxTokens: draw.one([null, 100_000, 900_000]),
      maxAsks: draw.one([null, 1_000]),
    }),
  meet: async ({ app, draw, tenant }: Scene) => {
    const subject = { issuer: 'https://login.example', subject: `person-${draw.below(5)}` };
    const person = await app.personOf(tenant.id, subject);
    if (!tenant.people.includes(person)) tenant.people.push(person);
  },
  erasePerson: async ({ app, draw, tenant }: Scene) => {
    if (tenant.people.length === 0) return;
    const person = draw.one(tenant.people);
    await app.erasure.person(tenant.admin, person, draw.below(3) === 0 ? { author: 'Ada' } : {});
    tenant.people.splice(tenant.people.indexOf(person), 1);
  },
  writeDown: async (scene: Scene) =>
    scene.app.audit.record(await someCaller(scene), {
      action: scene.draw.one(['ASK', 'SEARCH', 'INGEST']),
      outcome: scene.draw.one(['DONE', 'FAILED']),
      code: null,
      targets: [`target „${scene.draw.below(100)}“`],
      text: scene.draw.below(2) === 0 ? anyOrAnswerable(scene) : null,
    }),
  keepDeleted: async ({ app, draw, tenant }: Scene) =>
    app.knowledge.setRetention(tenant.admin, draw.one([0, 1, 30, 365])),
  keepRuns: async ({ app, draw, tenant }: Scene) =>
    app.runs.setRetention(tenant.admin, { count: draw.one([3, 50, null]), days: draw.one([1, 365, null]) }),
  keepAudit: async ({ app, draw, tenant }: Scene) => app.audit.setRetention(tenant.admin, draw.one([1, 365, null])),
  budget: async ({ app, draw, tenant }: Scene) =>
    app.knowledge.setBudget(tenant.admin, {
      defaults: { maxMillis: draw.one([10_000, 20_000, null]), maxRounds: draw.one([1, 2, null]) },
    }),
  gate: async ({ app, draw, tenant }: Scene) =>
    app.knowledge.setGate(tenant.admin, draw.one(['STRICT', 'GENEROUS', 0.1 + 0.2, null])),
  weigh: async ({ app, draw, tenant }: Scene) =>
    app.weights.save(tenant.admin, [
      {
        language: draw.one(['en', 'und']),
        vectorWeight: 1,
        keywordWeight: draw.one([0.3, 0.65]),
        questionCount: 40,
        ndcgBefore: 0.7,
        ndcgAfter: 0.75,
        dataHash: 'of the day',
      },
    ]),
  dropWeights: async ({ app, tenant }: Scene) => app.weights.remove(tenant.admin),
  calibrate: async ({ app, draw, tenant }: Scene) => {
    const labels = syntheticLabels({ count: 60, seed: draw.below(1_000) });
    const fitted = await app.calibrations.fit(tenant.admin, labels, { seed: 1, method: 'PLATT', guarantee: null });
    await app.calibrations.activate(
      tenant.admin,
      fitted.map(({ id }) => id),
    );
  },
  uncalibrate: async ({ app, tenant }: Scene) => app.calibrations.deactivate(tenant.admin),
  found: async ({ tenants, newTenant }: Scene) => {
    if (tenants.length < 5) tenants.push(await newTenant());
  },
  /** The first two stay: a day that ends without anything proves nothing. */
  eraseWorkspace: async ({ app, tenant, tenants }: Scene) => {
    if (tenants.indexOf(tenant) < 2) return;
    await app.erasure.workspace(tenant.admin, tenant.name);
    tenants.splice(tenants.indexOf(tenant), 1);
  },
};
