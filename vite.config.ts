import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Builds the pages of src/console, with everything they load, to dist/console, which the server serves. */
export default defineConfig({
  root: path('src/console'),
  build: {
    outDir: path('dist/console'),
    emptyOutDir: true,
    // Monaco needs modules and workers, so every browser that runs it knows this.
    target: 'es2022',
    // Monaco is one library of 3 MB; splitting it by hand would only add requests to this machine.
    chunkSizeWarningLimit: 10_000,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { graphiql: path('src/console/graphiql.html') },
      // "use client" in libraries means nothing here, and `npm install` builds: it should say nothing when nothing is wrong.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
  worker: { format: 'es' },
});
