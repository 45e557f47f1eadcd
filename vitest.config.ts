import { defineConfig } from 'vitest/config';

/**
 * The tiers, told apart by the file's suffix:
 *   x.test.ts          pure                                                   npm test
 *   x.db.test.ts       a database: PGlite in `npm test`, Postgres in native   npm test, npm run test:native
 *   x.native.test.ts   what only a Postgres server can show                   npm run test:native
 *   x.browser.test.ts  a page in /usr/bin/chromium                            npm run test:browser
 */
const tiers = {
  default: { include: ['test/**/*.test.ts'], exclude: ['**/*.native.test.ts', '**/*.browser.test.ts'] },
  native: { include: ['test/**/*.db.test.ts', 'test/**/*.native.test.ts'], exclude: [] },
  browser: { include: ['test/**/*.browser.test.ts'], exclude: [] },
} as const;

type Tier = keyof typeof tiers;

const globalSetup: Record<Tier, string[]> = { default: ['test/setup/buildSnapshot.ts'], native: ['test/setup/dropTestDatabases.ts'], browser: [] };

// The only place of the tests that reads the environment; a test gets what it needs by `inject`.
const tier = (process.env['CANDOR_TEST_TIER'] ?? 'default') as Tier;
const databaseUrl = process.env['CANDOR_TEST_DATABASE_URL'] ?? null;
const report = process.env['CANDOR_TEST_REPORT'];

if (!(tier in tiers)) throw new Error(`CANDOR_TEST_TIER is one of ${Object.keys(tiers).join(', ')}, not "${tier}"`);
if (tier === 'native' && databaseUrl === null) {
  throw new Error('Set CANDOR_TEST_DATABASE_URL to a Postgres whose user may create databases; ".ci/native-postgres start" starts one and prints its URL');
}

/**
 * Pure files of the domain share their modules: loading them anew for each of some 200 files took a third of the time. They change nothing that another could see; what opens
 * servers, threads or databases has a process of its own.
 */
const pure = ['agent', 'confidence', 'evaluation', 'grounding', 'knowledge', 'learning', 'retrieval'].map((domain) => `test/${domain}/**/*.test.ts`);
const others = ['**/*.db.test.ts', ...tiers.default.exclude];
const projects = tier === 'default'
  ? [{ extends: true as const, test: { name: 'pure', include: pure, exclude: others, isolate: false } }, { extends: true as const, test: { name: 'own process', include: [...tiers.default.include], exclude: [...tiers.default.exclude, ...pure.map((glob) => glob.replace('*.test.ts', '!(*.db).test.ts'))] } }]
  : [];

export default defineConfig({
  // Vite would take graphql's `module` build while packages in node_modules take its CommonJS one, as Node does: two copies, which graphql refuses.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    ...(projects.length > 0 ? { projects } : { include: [...tiers[tier].include], exclude: [...tiers[tier].exclude] }),
    provide: { databaseUrl: tier === 'native' ? databaseUrl : null, snapshotFile: null },
    globalSetup: globalSetup[tier],
    setupFiles: ['test/setup/fastCheck.ts'],
    // Two cores. Processes, not threads: onnxruntime and PGlite block the thread they run on.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});
