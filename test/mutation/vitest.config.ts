import { defineConfig } from 'vitest/config';

/** The pure tests of what Stryker mutates (stryker.config.json): no database, so that a mutant costs milliseconds. */
export default defineConfig({
  test: {
    // The gate's tests decide on whole states, so they stand with the agent's.
    include: ['test/grounding/**/*.test.ts', 'test/confidence/**/*.test.ts', 'test/agent/{gate,caution}.test.ts'],
    // The last compares times, which the counters in instrumented code change: it failed the run before the first mutant.
    exclude: [
      '**/*.db.test.ts',
      'test/grounding/mutations.release.test.ts',
      'test/grounding/checks/checks.slow.test.ts',
    ],
    setupFiles: ['test/setup/fastCheck.ts'],
    pool: 'threads',
    maxWorkers: 1,
    testTimeout: 30_000,
  },
});
