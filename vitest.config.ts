import { defineConfig } from 'vitest/config';
import { contractSuite } from './test/setup/contractSuite.ts';
import { CostReport } from './test/setup/costReport.ts';
import { LongestFirst } from './test/setup/longestFirst.ts';
import { StatementReport } from './test/setup/statementReport.ts';

/**
 * The tiers, told apart by the file's suffix:
 *   x.test.ts            pure                                                   npm test
 *   x.db.test.ts         a database: Postgres in native, PGlite in release      npm run test:native, CANDOR_TEST_TIER=release npm test; the contract suite over PGlite in npm test
 *   x.slow.test.ts       deadlines, cancellation, matrices of faults            npm run test:slow; whole, in release; with `npm test` and every db file in CANDOR_TEST_TIER=all npm test
 *   x.db.slow.test.ts    the same over a database                               npm run test:slow, npm run test:native, release
 *   x.native.test.ts     what only a Postgres server can show                   npm run test:native
 *   x.browser.test.ts    a page in /usr/bin/chromium                            npm run test:browser
 *   x.release.test.ts    what takes minutes and concerns a release alone        CANDOR_TEST_TIER=release npm test
 *   x.db.release.test.ts, x.native.release.test.ts    the same over a server    CANDOR_TEST_TIER=release npm test with CANDOR_TEST_DATABASE_URL
 */
const elsewhere = ['**/*.native.test.ts', '**/*.browser.test.ts', '**/*.release.test.ts'];
/** CANDOR_TEST_AFTER=native: the server's suite has run before, and what it has proven is not proven again over PGlite. */
const isAfterNative = process.env['CANDOR_TEST_AFTER'] === 'native';
/** `npx vitest run test/agent/trust.db` runs what it names, also where the contract suite leaves it out. */
const namesDatabaseFile = process.argv.slice(2).some((word) => word.includes('.db'));
/** A release's own tests run twice: over PGlite, and with a server what needs one. */
const databaseUrl = process.env['CANDOR_TEST_DATABASE_URL'] ?? null;
const isReleaseOnServer = process.env['CANDOR_TEST_TIER'] === 'release' && databaseUrl !== null;
const tiers = {
  default: {
    include: namesDatabaseFile ? ['test/**/*.test.ts'] : ['test/**/!(*.db).test.ts', ...contractSuite],
    exclude: [...elsewhere, '**/*.slow.test.ts'],
  },
  slow: { include: ['test/**/*.slow.test.ts'], exclude: isAfterNative ? ['**/*.db.slow.test.ts'] : [] },
  all: { include: ['test/**/*.test.ts'], exclude: elsewhere },
  native: { include: ['test/**/*.db.test.ts', 'test/**/*.db.slow.test.ts', 'test/**/*.native.test.ts'], exclude: [] },
  browser: { include: ['test/**/*.browser.test.ts'], exclude: [] },
  release: isReleaseOnServer
    ? {
        // The histories that isolation plays are as long as is asked for, by CANDOR_TEST_DRAWS=many.
        include: ['test/**/*.{native,db}.release.test.ts', 'test/isolation/*.test.ts'],
        exclude: [],
      }
    : {
        include: ['test/**/*.release.test.ts', 'test/**/*.db.test.ts', 'test/**/*.slow.test.ts'],
        exclude: ['**/*.native.release.test.ts', ...contractSuite],
      },
} as const;

type Tier = keyof typeof tiers;

/** What a tier and each of its files may cost. */
const budgets: Record<Tier, { readonly tier: number | null; readonly file: number | null }> = {
  default: { tier: 80, file: 1.5 },
  slow: { tier: isAfterNative ? 110 : null, file: null },
  all: { tier: null, file: null },
  native: { tier: 120, file: null },
  browser: { tier: 180, file: null },
  release: { tier: null, file: null },
};

/** Files with a process of their own. The others share a process with all of their worker's files, its modules, its database and its embedder: they leave behind nothing that another could see. */
const ownProcess: Readonly<Record<string, string>> = {
  'test/db/lock.slow.test.ts': 'locks folders against other processes, which it starts',
  'test/knowledge/jobs/longPhases.slow.test.ts':
    'leaves much in a database that is not analyzed after a cancelled job, which slows the searches of others',
  'test/knowledge/formats/parserThread.slow.test.ts': 'ends threads, also for their use of memory',
  'test/models/builtin/builtinEmbedder.slow.test.ts': "measures the embedder's thread and starts processes",
  'test/models/openModels.slow.test.ts': 'starts processes and looks at what they have loaded',
};

// The only place of the tests that reads the environment; a test gets what it needs by `inject`.
const tier = (process.env['CANDOR_TEST_TIER'] ?? 'default') as Tier;
const onServer = tier === 'native' || isReleaseOnServer;
const report = process.env['CANDOR_TEST_REPORT'];
const costsFile = process.env['CANDOR_TEST_COSTS'] ?? null;
/** Where suites keep the modules that vite has transformed, for one another: a folder for each state of tsconfig.json, which vite's key leaves out. */
const moduleFolder = process.env['CANDOR_TEST_MODULES'];
/** Whether the program and the pages stand in dist/ as the source has them: the browser's tier need not build pages then, and processes start faster. */
const hasBuild = process.env['CANDOR_TEST_BUILD'] === 'current';
/** CANDOR_TEST_PICTURES=1 npm run test:browser: what the browser's tests walk through becomes the pictures of docs/images. */
const pictures = process.env['CANDOR_TEST_PICTURES'] === '1';
/** How many cases a property draws: `few` while a person waits, `many` where a machine does (.ci/run). */
const draws = process.env['CANDOR_TEST_DRAWS'] ?? 'few';
/** For tests that draw something else each time, which print what they drew: the same again. */
const seed = process.env['CANDOR_TEST_SEED'] ?? null;

const snapshot = ['test/setup/findSnapshot.ts'];
const server = ['test/setup/dropTestDatabases.ts'];
const tools = 'test/setup/findTools.ts';
const globalSetup: Record<Tier, string[]> = {
  default: snapshot,
  slow: [tools, ...snapshot],
  all: [tools, ...snapshot],
  native: server,
  browser: [tools, ...snapshot, ...(hasBuild ? [] : ['test/setup/buildPages.ts'])],
  release: isReleaseOnServer ? server : [tools, ...snapshot],
};

if (!(tier in tiers)) throw new Error(`CANDOR_TEST_TIER is one of ${Object.keys(tiers).join(', ')}, not "${tier}"`);
if (draws !== 'few' && draws !== 'many') throw new Error(`CANDOR_TEST_DRAWS is few or many, not "${draws}"`);
if (tier === 'native' && databaseUrl === null) {
  throw new Error(
    'Set CANDOR_TEST_DATABASE_URL to a Postgres whose user may create databases; ".ci/native-postgres start" starts one and prints its URL',
  );
}

const { include, exclude } = tiers[tier];
/** All of them are slow ones without a server. */
const alone =
  tier === 'all' || tier === 'slow' || (tier === 'release' && !isReleaseOnServer) ? Object.keys(ownProcess) : [];

export default defineConfig({
  // Vite would take graphql's `module` build while packages in node_modules take its CommonJS one, as Node does: two copies, which graphql refuses.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'shared process', include: [...include], exclude: [...exclude, ...alone], isolate: false },
      },
      ...(alone.length === 0 ? [] : [{ extends: true as const, test: { name: 'own process', include: alone } }]),
    ],
    provide: {
      databaseUrl: onServer ? databaseUrl : null,
      isCitus: false,
      snapshotFile: null,
      hasBuild,
      pictures,
      draws,
      seed: seed === null ? null : Number(seed),
    },
    globalSetup: globalSetup[tier],
    setupFiles: [
      'test/setup/fastCheck.ts',
      'test/setup/fileCosts.ts',
      'test/setup/notOnCitus.ts',
      'test/setup/ranStatements.ts',
    ],
    sequence: { sequencer: LongestFirst },
    ...(moduleFolder !== undefined && { experimental: { fsModuleCache: true, fsModuleCachePath: moduleFolder } }),
    // Two cores. Processes, not threads: onnxruntime and PGlite block the thread they run on. Each has about 1 GB: a database, an embedder, a reader with two threads.
    pool: 'forks',
    maxWorkers: 2,
    // Ends what hangs. How fast a machine is, or what else runs on it, is no test's business.
    testTimeout: tier === 'default' ? 60_000 : 300_000,
    hookTimeout: tier === 'default' ? 120_000 : 300_000,
    // A state that is waited for comes when the machine has time: the second that vitest waits was too short on a busy one.
    expect: { poll: { timeout: 20_000 } },
    reporters: [
      ['default', {}],
      ...(report === undefined ? [] : [['json', { outputFile: report }] satisfies [string, object]]),
      ...(tier === 'default' ? [new StatementReport()] : []),
      new CostReport(budgets[tier], costsFile),
    ],
  },
});
