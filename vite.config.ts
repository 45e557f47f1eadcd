import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import * as generated from './src/console/generated/graphql.ts';
import { packedEndings } from './src/http/pages.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** What a first visit loads, at most, in bytes of compressed JavaScript. GraphiQL has none: Monaco is what it is. */
const allowances: Readonly<Record<string, number>> = { console: 250_000, box: 30_000 };

type Report = Pick<Rolldown.PluginContext, 'info' | 'error'>;

/** A plugin that works on what a build has written, which lies in `folder`. */
function afterBuild(name: string, work: (folder: string, report: Report) => void): Plugin {
  let folder = '';
  return {
    name,
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    closeBundle() {
      work(folder, this);
    },
  };
}

const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });

/** Says how much JavaScript a person loads, and fails the build where that is too much. */
const weigh = (mode: string) =>
  afterBuild('weigh', (folder, report) => {
    const allowed = allowances[mode];
    if (allowed === undefined) return;
    const scripts = filesOf(folder).filter((file) => file.endsWith('.js'));
    const weights = scripts.map((file) => [file, gzipSync(readFileSync(join(folder, file))).length] as const);
    // Of the languages a person loads one: what is not named by the page counts with its largest.
    const page = mode === 'console' ? readFileSync(join(folder, 'index.html'), 'utf8') : undefined;
    const isFirst = (file: string) => page?.includes(file) ?? true;
    const first = weights.filter(([file]) => isFirst(file)).reduce((sum, [, weight]) => sum + weight, 0);
    const bytes = first + Math.max(0, ...weights.filter(([file]) => !isFirst(file)).map(([, weight]) => weight));
    const kilobytes = (count: number) => `${(count / 1000).toFixed(1)} kB`;
    report.info(`${mode}: ${kilobytes(bytes)} of JavaScript compressed, ${kilobytes(allowed)} allowed`);
    if (bytes > allowed) report.error(`${mode} loads more JavaScript than it may`);
  });

/** Below a packet's size nothing is gained by packing. */
const leastPacked = 1_400;

/** The best quality takes seconds for each megabyte: Monaco has three. */
const mostThorough = 500_000;

/** Writes each file twice more, compressed, for the server to send (src/http/pages.ts). */
const pack = () =>
  afterBuild('pack', (folder) => {
    for (const file of filesOf(folder)) {
      if (!/\.(?:js|css|svg)$/.test(file)) continue;
      const bytes = readFileSync(join(folder, file));
      if (bytes.length <= leastPacked) continue;
      writeFileSync(
        join(folder, `${file}${packedEndings.br}`),
        brotliCompressSync(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > mostThorough ? 9 : 11 },
        }),
      );
      writeFileSync(join(folder, `${file}${packedEndings.gzip}`), gzipSync(bytes, { level: 9 }));
    }
  });

/** Writes what the console and the answer box send to the server, which takes it from anybody where it takes trusted documents only. */
function listOperations(mode: string): Plugin {
  return {
    name: 'list operations',
    apply: 'build',
    generateBundle() {
      if (mode !== 'console') return;
      const texts = Object.entries(generated).flatMap(([name, document]) =>
        /^(?:Console|Box).*Document$/.test(name) ? [[name, String(document)]] : [],
      );
      this.emitFile({
        type: 'asset',
        fileName: 'operations.json',
        source: JSON.stringify(Object.fromEntries(texts)),
      });
    },
  };
}

/** Makes what npm packs of the box's folder: types, README, the version of Candor, and the licences of what is inside. */
function packageBox(mode: string): Plugin {
  const text = (file: string) => readFileSync(path(file), 'utf8');
  return {
    name: 'package the box',
    apply: 'build',
    generateBundle(_, bundle) {
      if (mode !== 'box') return;
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const inside = new Set(modules.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []));
      const { version, license } = JSON.parse(text('package.json')) as Record<string, string>;
      const { name, ...manifest } = JSON.parse(text('src/console/box/package/package.json')) as Record<string, unknown>;
      const files = {
        'package.json': `${JSON.stringify({ name, version, license, ...manifest }, null, 2)}\n`,
        LICENSE: text('LICENSE'),
        NOTICE: [...inside].map((each) => `${each}\n\n${text(`node_modules/${each}/${licenseOf(each)}`)}`).join('\n\n'),
        ...Object.fromEntries(
          ['README.md', 'candor-ask.d.ts', 'react.d.ts'].map((file) => [file, text(`src/console/box/package/${file}`)]),
        ),
      };
      for (const [fileName, source] of Object.entries(files)) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** The file with the licence of a package. @throws if it has none: then it may not be shipped */
function licenseOf(name: string): string {
  const file = readdirSync(path(`node_modules/${name}`)).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} has no file with its licence`);
  return file;
}

const inputs = {
  console: path('src/console/index.html'),
  graphiql: path('src/console/graphiql.html'),
  box: path('src/console/box/candorAsk.ts'),
} as const;

/**
 * Builds one part of src/console, named by the mode, with everything it loads, to dist/<mode>, which the server serves.
 * Each is built by itself: the console in a second or two, GraphiQL with its editor in 5 to 20.
 */
export default defineConfig(({ mode }) => {
  if (!(mode in inputs)) throw new Error(`vite build --mode ${Object.keys(inputs).join(' | ')}`);
  const part = mode as keyof typeof inputs;
  const outDir = path(`dist/${part}`);
  return {
    root: path('src/console'),
    plugins: [weigh(part), pack(), listOperations(part), packageBox(part)],
    build: {
      outDir,
      emptyOutDir: true,
      // Monaco needs modules and workers, so every browser that runs it knows this.
      target: 'es2022',
      // Monaco is one library of 3 MB; splitting it by hand would only add requests to this machine.
      chunkSizeWarningLimit: 10_000,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { [part]: inputs[part] },
        // What the box exports is part of its package.
        preserveEntrySignatures: part === 'box' ? 'strict' : false,
        // A page of another site names the box's file, which so has one name.
        ...(part === 'box' ? { output: { entryFileNames: 'candor-ask.js' } } : {}),
        // "use client" in libraries means nothing here, and `npm install` builds: it should say nothing when nothing is wrong.
        onLog: (level, log, report) => {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
        },
      },
    },
    worker: { format: 'es' },
  };
});
