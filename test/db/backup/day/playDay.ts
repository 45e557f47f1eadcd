import { join } from 'node:path';
import { type App, openApp } from '../../../../src/app/app.ts';
import { loadConfig } from '../../../../src/config/config.ts';
import type { Database } from '../../../../src/db/database.ts';
import { type ErrorCode, isCandorError } from '../../../../src/errors.ts';
import { silentLog } from '../../../../src/log.ts';
import { createDraw } from '../../../retrieval/hiddenDocuments.ts';
import { createHashedEmbedder } from '../../../support/hashedEmbedder.ts';
import { documentOperations } from './knowledge.ts';
import { askingOperations, governingOperations } from './people.ts';
import { openTenant, type Scene, type Tenant } from './scene.ts';

const operations: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  ...documentOperations,
  ...askingOperations,
  ...governingOperations,
};
export const operationNames = Object.keys(operations);

/** How often each is drawn; what is left out, once. What empties a workspace is rare. */
const weights: Readonly<Record<string, number>> = {
  ingest: 14,
  replace: 6,
  permit: 5,
  ask: 10,
  hide: 3,
  judge: 3,
  syncFolder: 5,
};
const drawn = operationNames.flatMap((name) => Array.from({ length: weights[name] ?? 2 }, () => name));

/** What the product says of an operation that there was nothing for. Every other fault ends the day. */
const expected: ReadonlySet<ErrorCode> = new Set([
  'NOT_FOUND',
  'BAD_INPUT',
  'FORBIDDEN',
  'UNAUTHENTICATED',
  'BUDGET_EXCEEDED',
]);

/** The product as it is installed with keys, over a database that stays open when it is closed. */
export function openDayApp(database: Database): Promise<App> {
  return openApp(
    { ...loadConfig({ READER: 'none', LOG_LEVEL: 'silent' }), audit: { isOn: true, texts: true } },
    {
      log: silentLog,
      opened: { database: { ...database, close: async () => undefined }, embedder: createHashedEmbedder() },
    },
  );
}

/** So many times as long as is asked for is a day at most. */
const longest = 3;

interface Day {
  readonly tenants: readonly Tenant[];
  /** By operation: how often it was done. */
  readonly done: ReadonlyMap<string, number>;
}

/**
 * Operations of all kinds in some workspaces, drawn by a seed, through the verbs that every interface calls. Each kind
 * comes at least once, if `count` allows it, and again while it has not been done.
 * @throws the first fault that is no refusal, with what went before it
 */
export async function playDay(
  app: App,
  { seed, count, folder }: { seed: number; count: number; folder: string },
): Promise<Day> {
  const draw = createDraw(seed);
  const tenants: Tenant[] = [];
  let named = 0;
  const newTenant = () => openTenant(app, `Workspace ${(named += 1)} „${seed}“`, join(folder, String(named)));
  for (let made = 0; made < 2; made += 1) tenants.push(await newTenant());
  const done = new Map<string, number>();
  const story: string[] = [];
  // Something to work on first, then each kind, with others between.
  const begun = ['ingest', 'ingest', 'ingest', 'ask', 'curate'];
  const between = Math.max(1, Math.floor((count - begun.length) / operationNames.length));
  // A kind that is refused where it comes, because there is nothing for it yet, comes again after the others.
  const missing = () => (between === 1 ? [] : operationNames.filter((name) => !done.has(name)));
  for (let nth = 0; nth < count || (nth < longest * count && missing().length > 0); nth += 1) {
    const again = nth >= count && nth % 2 === 0 ? missing()[0] : undefined;
    const kind =
      again ?? ((nth - begun.length) % between === 0 ? operationNames[(nth - begun.length) / between] : undefined);
    const name = begun[nth] ?? kind ?? draw.one(drawn);
    const tenant = draw.one(tenants);
    try {
      await operations[name]!({ app, draw, tenant, tenants, newTenant });
      done.set(name, (done.get(name) ?? 0) + 1);
      story.push(`${name} in ${tenant.name}`);
    } catch (cause) {
      if (!isCandorError(cause) || !expected.has(cause.code))
        throw new Error(
          `Seed ${seed}, operation ${nth}, ${name} in ${tenant.name}, after\n${story.slice(-40).join('\n')}`,
          { cause },
        );
      story.push(`${name} in ${tenant.name}: ${cause.code}, ${cause.message}`);
    }
  }
  return { tenants, done };
}
