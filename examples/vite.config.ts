import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Builds the example pages to dist/examples, and serves them while you change them (`npm run examples`). */
export default defineConfig({
  root: path('.'),
  // In the checkout the package is not installed: its source stands for it.
  resolve: { alias: { 'candor-box/react': path('../src/console/box/candorAsk.ts') } },
  build: {
    outDir: path('../dist/examples'),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(
        ['react-apollo', 'react-urql', 'react-box', 'fetch'].map((name) => [name, path(`${name}/index.html`)]),
      ),
    },
  },
});
