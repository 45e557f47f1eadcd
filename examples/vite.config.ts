import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Packages that stand in tools/node_modules, where nothing of this folder would find them. */
const ofTools = /^(?:@apollo\/client|urql)(?:\/|$)/;
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Builds the example pages to dist/examples, and serves them while you change them (`npm run examples`). */
export default defineConfig({
  root: path('.'),
  // In the checkout the package is not installed: its source stands for it.
  resolve: { alias: { 'candor-box/react': path('../src/console/box/candorAsk.ts') } },
  plugins: [
    {
      name: 'tools',
      enforce: 'pre',
      resolveId(source) {
        return ofTools.test(source) ? this.resolve(source, path('../tools/package.json'), { skipSelf: true }) : null;
      },
    },
  ],
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
