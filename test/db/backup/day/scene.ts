import type { App } from '../../../../src/app/app.ts';
import { newId } from '../../../../src/db/statement.ts';
import type { CuratedAnswer, Document } from '../../../../src/knowledge/document.ts';
import type { Caller } from '../../../../src/workspaces/caller.ts';
import type { Draw } from '../../../retrieval/hiddenDocuments.ts';

/** A tenant of the day. What is in it is asked of the product each time; here stands what only its callers know. */
export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly admin: Caller;
  /** Secrets of its keys, those that are revoked among them. */
  readonly secrets: string[];
  readonly people: string[];
  /** A folder that is kept in step with it. */
  readonly folder: string;
}

/** One operation's view of the day. */
export interface Scene {
  readonly app: App;
  readonly draw: Draw;
  readonly tenant: Tenant;
  readonly tenants: Tenant[];
  newTenant(): Promise<Tenant>;
}

export const groupsOf = [[], [], [], ['sales'], ['board'], ['sales', 'board']] as const;

/** Who asks in the differential test: not all that there is, and not only what all may read. */
export const readerOf = (workspaceId: string): Caller => ({
  workspaceId,
  role: 'READER',
  accessGroups: ['sales'],
  keyId: null,
});

export async function openTenant(app: App, name: string, folder: string): Promise<Tenant> {
  const id = newId();
  await app.workspaces.ensure(id, name);
  const admin: Caller = { workspaceId: id, role: 'ADMIN', accessGroups: null, keyId: null };
  return { id, name, admin, secrets: [], people: [], folder };
}

/** By key, so that the same seed finds the same ones. */
export async function documentsOf({ app, tenant }: Scene, deleted: boolean): Promise<Document[]> {
  const { nodes } = await app.knowledge.listDocuments(tenant.admin, { first: 100 }, { deleted });
  return nodes.toSorted((left, right) => (left.key < right.key ? -1 : 1));
}

/** One of some, or an id that nothing has: the refusal is an operation, too. */
export const idOf = ({ draw }: Scene, list: readonly { readonly id: string }[]): string =>
  list.length === 0 ? '01900000-0000-7000-8000-0000000000ff' : draw.one(list).id;

export const documentId = async (scene: Scene, deleted = false): Promise<string> =>
  idOf(scene, await documentsOf(scene, deleted));

export async function curatedOf({ app, tenant }: Scene): Promise<readonly CuratedAnswer[]> {
  return (await app.knowledge.listCurated(tenant.admin, { first: 50 }, {})).nodes;
}

/** Whoever asks: the admin, one with a key, or a person with a token. */
export async function someCaller({ app, draw, tenant }: Scene): Promise<Caller> {
  const [secret, person] = [draw.one([null, ...tenant.secrets]), draw.one([null, ...tenant.people])];
  if (secret !== null) return app.keys.authenticate(secret, 'https://example.com');
  if (person !== null) return { ...readerOf(tenant.id), keyId: person, kind: 'PERSON' };
  return tenant.admin;
}
