import { defineConfig } from 'vitest/config';

/** The pure tests of what Stryker mutates (stryker.config.json): no database, so that a mutant costs milliseconds. Tests against hostile text take longer in instrumented code. */
export default defineConfig({
  test: {
    include: ['test/grounding/**/*.test.ts', 'test/confidence/**/*.test.ts'],
    exclude: ['**/*.db.test.ts', 'test/grounding/mutations.slow.test.ts'],
    setupFiles: ['test/setup/fastCheck.ts'],
    pool: 'threads',
    maxWorkers: 1,
    testTimeout: 30_000,
  },
});
