import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentInput } from '../../../../src/knowledge/document.ts';
import { type Draw, visible } from '../../../retrieval/hiddenDocuments.ts';
import { curatedOf, documentId, documentsOf, groupsOf, idOf, type Scene } from './scene.ts';

/** A heading, a text in the words of the others, at times a table or a code; near copies come about by themselves. */
function textOf(draw: Draw): string {
  const body = draw.one(visible).text ?? '';
  const more = draw.below(2) === 0 ? `\n\n## ${draw.question().slice(0, -1)}\n\n${draw.one(visible).text ?? ''}` : '';
  const table = draw.below(5) === 0 ? '\n\n| plan | price |\n| --- | --- |\n| day | 24 € |\n| season | 240 € |' : '';
  const code = draw.below(6) === 0 ? `\n\nThe error E${1_000 + draw.below(50)} is told at the till.` : '';
  return `# ${draw.question().slice(0, -1)}\n\n${body}${more}${table}${code}`;
}

function drawDocument(draw: Draw, key: string): DocumentInput {
  const later = draw.below(12) === 0 ? { effectiveFrom: new Date('2200-01-01T00:00:00Z') } : {};
  const ended = draw.below(16) === 0 ? { effectiveUntil: new Date('2025-05-05T00:00:00Z') } : {};
  return {
    key,
    text: textOf(draw),
    format: 'MARKDOWN',
    language: draw.one(['en', 'en', 'en', 'de']),
    accessGroups: draw.one(groupsOf),
    state: draw.one(['PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'DRAFT']),
    tags: draw.one([[], ['cable car'], ['ferry', 'Größe']]),
    trust: draw.one(['NORMAL', 'NORMAL', 'TRUSTED', 'UNTRUSTED']),
    ...(draw.below(3) === 0 ? { author: draw.one(['Ada', 'Grace „G“']), semanticType: 'policy' } : {}),
    ...(draw.below(4) === 0 ? { metadata: { level: draw.below(9), note: 'null \\ "quoted" 😀' } } : {}),
    ...(Object.keys(ended).length === 0 ? later : ended),
  };
}

const most = 40;

export const documentOperations = {
  ingest: async (scene: Scene) => {
    const { app, draw, tenant } = scene;
    if ((await documentsOf(scene, false)).length >= most) return;
    const count = 1 + draw.below(3);
    const documents = Array.from({ length: count }, () => drawDocument(draw, `day/${draw.below(1e6)}.md`));
    await app.ingest(tenant.admin, documents);
  },
  replace: async (scene: Scene) => {
    const found = await documentsOf(scene, false);
    if (found.length > 0)
      await scene.app.ingest(scene.tenant.admin, [drawDocument(scene.draw, scene.draw.one(found).key)]);
  },
  permit: async (scene: Scene) => {
    const { app, draw, tenant } = scene;
    const found = await documentsOf(scene, false);
    if (found.length === 0) return;
    const { key, currentVersionId } = draw.one(found);
    const [version] = await app.knowledge.versions(tenant.admin, [currentVersionId ?? '']);
    const text = version?.text ?? 'Nothing yet.';
    await app.ingest(tenant.admin, [{ key, text, format: 'MARKDOWN', accessGroups: draw.one(groupsOf) }]);
  },
  supersede: async (scene: Scene) => {
    const found = await documentsOf(scene, false);
    if (found.length < 2) return;
    const [older, newer] = [scene.draw.one(found), scene.draw.one(found)];
    await scene.app.ingest(scene.tenant.admin, [
      { key: older.key, text: textOf(scene.draw), format: 'MARKDOWN', supersededBy: newer.key },
    ]);
  },
  hide: async (scene: Scene) =>
    scene.app.knowledge.setState(scene.tenant.admin, await documentId(scene), scene.draw.one(['DRAFT', 'PUBLISHED'])),
  remove: async (scene: Scene) => scene.app.knowledge.deleteDocument(scene.tenant.admin, await documentId(scene)),
  purge: async (scene: Scene) => scene.app.knowledge.deleteDocument(scene.tenant.admin, await documentId(scene), true),
  bringBack: async (scene: Scene) =>
    scene.app.knowledge.restoreDocument(scene.tenant.admin, await documentId(scene, true)),
  omitChunk: async (scene: Scene) => {
    const { app, draw, tenant } = scene;
    const versions = (await documentsOf(scene, false)).flatMap(({ currentVersionId }) => currentVersionId ?? []);
    if (versions.length === 0) return;
    const [page] = await app.knowledge.chunks(tenant.admin, [draw.one(versions)], { first: 20 });
    await app.knowledge.setChunkOmitted(
      tenant.admin,
      idOf(scene, page?.nodes ?? []),
      draw.one([true, true, false, null]),
    );
  },
  /** Files are written, renamed and deleted, and the folder brought into step; what is beyond its retention goes with it. */
  syncFolder: async ({ app, draw, tenant }: Scene) => {
    await mkdir(tenant.folder, { recursive: true });
    const names = (await readdir(tenant.folder)).sort();
    const fresh = () => join(tenant.folder, `file-${draw.below(1e6)}.md`);
    const what = draw.one(['write', 'rename', 'delete'] as const);
    if (names.length === 0 || what === 'write') await writeFile(fresh(), textOf(draw));
    else if (what === 'rename') await rename(join(tenant.folder, draw.one(names)), fresh());
    else await rm(join(tenant.folder, draw.one(names)));
    await app.jobs.syncPath(tenant.admin, tenant.folder, { allowEmpty: true });
  },
  queue: async ({ app, draw, tenant }: Scene) => {
    const job = await app.jobs.submit(tenant.admin, [drawDocument(draw, `queued/${draw.below(1e6)}.md`)]);
    if (draw.below(2) === 0) await app.jobs.cancel(tenant.admin, job.id);
  },
  embedAgain: async ({ app, tenant }: Scene) => app.knowledge.reEmbed(tenant.admin),
  curate: async (scene: Scene) => {
    const { app, draw, tenant } = scene;
    const [documents, answers] = [await documentsOf(scene, false), await curatedOf(scene)];
    await app.knowledge.saveCurated(tenant.admin, {
      ...(answers.length > 0 && draw.below(3) === 0 ? { id: draw.one(answers).id } : {}),
      question: draw.answerable(),
      alternatives: draw.below(2) === 0 ? [draw.question()] : [],
      answer: `So it is: ${draw.below(1e6)}.`,
      sourceDocumentIds: documents.length > 0 && draw.below(2) === 0 ? [draw.one(documents).id] : [],
      ...(draw.below(6) === 0 ? { expiresAt: new Date('2200-01-01T00:00:00Z') } : {}),
    });
  },
  confirmCurated: async (scene: Scene) =>
    scene.app.knowledge.confirmCurated(scene.tenant.admin, idOf(scene, await curatedOf(scene))),
  dropCurated: async (scene: Scene) =>
    scene.app.knowledge.deleteCurated(scene.tenant.admin, idOf(scene, await curatedOf(scene))),
  alias: async ({ app, draw, tenant }: Scene) => {
    await app.knowledge.saveAlias(tenant.admin, {
      term: draw.one(['ferry', 'cable car', 'till', 'PTO']),
      synonyms: [`word${draw.below(1e6)}`, 'Zubringer'],
    });
  },
  dropAlias: async ({ app, draw, tenant }: Scene) =>
    app.knowledge.deleteAlias(tenant.admin, draw.one(['ferry', 'cable car', 'till', 'PTO'])),
};
