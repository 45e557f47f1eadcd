import type { Import, ParsedFile, Rule } from './source.ts';

/** From left to right; a unit imports only units further left. Those in one place stand side by side. */
const line: readonly (readonly string[])[] = [
  ['config', 'errors', 'log', 'trace', 'contract'],
  ['clock', 'lines', 'stats'],
  ['telemetry'],
  ['db', 'models'],
  ['workspaces'],
  ['knowledge'],
  ['retrieval'],
  ['confidence'],
  ['grounding'],
  ['agent'],
  ['learning'],
  ['app'],
  ['graphql'],
  ['mcp'],
  ['http', 'cli', 'evaluation'],
  ['main'],
];

/** The exceptions: the foundation's single files may use each other, and the command line is the front of serve and eval. */
const sidewaysAllowed: Readonly<Record<string, readonly string[]>> = {
  config: ['errors', 'log', 'trace'],
  errors: ['config', 'log', 'trace'],
  log: ['config', 'errors', 'trace'],
  trace: ['config', 'errors', 'log'],
  cli: ['evaluation', 'http'],
};

const place = new Map(line.flatMap((units, index) => units.map((unit) => [unit, index] as const)));

/** `src/db/pool.ts` and `src/db.ts` are both of the unit `db`. */
function unitOf(path: string): string {
  return (path.split('/')[1] ?? '').replace(/\.tsx?$/, '');
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  if (from === 'console') return to === 'contract';
  if (to === 'console') return false;
  const [left, right] = [place.get(to), place.get(from)];
  if (left === undefined || right === undefined) return false;
  return left < right || (sidewaysAllowed[from]?.includes(to) ?? false);
}

function strayImports(file: ParsedFile): string[] {
  const from = unitOf(file.path);
  const stray = (target: string) => target.startsWith('src/') && !mayImport(from, unitOf(target));
  return file.imports
    .filter((imported) => imported.target !== undefined && stray(imported.target))
    .map((imported) => `${file.path}:${imported.line} ${from} may not import ${imported.target}`);
}

const inSource = (files: readonly ParsedFile[]) => files.filter(({ path }) => path.startsWith('src/'));

export const importsGoLeft: Rule = {
  name: 'imports go left along the line',
  check: (files) => inSource(files).flatMap(strayImports),
  broken: [
    [{ path: 'src/retrieval/retrieve.ts', text: `import { ask } from '../agent/ask.ts';` }],
    [{ path: 'src/retrieval/retrieve.ts', text: `import type { Ask } from '../agent/ask.ts';` }],
    [{ path: 'src/db/pool.ts', text: `import { embed } from '../models/embedder.ts';` }],
    [{ path: 'src/models/chat.ts', text: `export { pool } from '../db/pool.ts';` }],
    [{ path: 'src/clock.ts', text: `import { ask } from './models/chat.ts';` }],
    [{ path: 'src/stats.ts', text: `import { pause } from './clock.ts';` }],
    [{ path: 'src/http/serve.ts', text: `const cli = await import('../cli/serve.ts');` }],
    [{ path: 'src/evaluation/run.ts', text: `import { serve } from '../http/serve.ts';` }],
    [{ path: 'src/app.ts', text: `type Schema = import('./graphql/schema.ts').Schema;` }],
    [{ path: 'src/console/main.tsx', text: `import { ask } from '../app.ts';` }],
    [{ path: 'src/http/serve.ts', text: `import '../console/main.tsx';` }],
  ],
  sound: [
    [{ path: 'src/main.ts', text: `import { serve } from './cli/serve.ts';` }],
    [
      {
        path: 'src/cli/serve.ts',
        text: `import { listen } from '../http/listen.ts'; import { run } from '../evaluation/run.ts';`,
      },
    ],
    [{ path: 'src/config.ts', text: `import { CandorError } from './errors.ts';` }],
    [{ path: 'src/console/main.tsx', text: `import { runTrace } from '../contract/trace.ts';` }],
    [{ path: 'src/console/main.tsx', text: `import './page.tsx'; import { useState } from 'react';` }],
  ],
};

export const everyUnitHasAPlace: Rule = {
  name: 'every folder and file of src has a place in the line',
  check: (files) =>
    inSource(files)
      .filter(({ path }) => unitOf(path) !== 'console' && !place.has(unitOf(path)))
      .map(
        ({ path }) => `${path} stands outside the line: give "${unitOf(path)}" a place in test/architecture/line.ts`,
      ),
  broken: [[{ path: 'src/extras/thing.ts', text: '' }], [{ path: 'src/thing.ts', text: '' }]],
  sound: [
    [
      { path: 'src/app.ts', text: '' },
      { path: 'src/db/pool.ts', text: '' },
      { path: 'src/console/main.tsx', text: '' },
    ],
  ],
};

export const noCycles: Rule = {
  name: 'no file imports itself, however long the way round',
  check: (files) => cyclesOf(new Map(files.map((file) => [file.path, file.imports]))),
  broken: [
    [
      { path: 'src/db/a.ts', text: `import './b.ts';` },
      { path: 'src/db/b.ts', text: `import './c.ts';` },
      { path: 'src/db/c.ts', text: `import './a.ts';` },
    ],
    [
      { path: 'src/config.ts', text: `import './log.ts';` },
      { path: 'src/log.ts', text: `import type { Config } from './config.ts';` },
    ],
    [{ path: 'src/db/a.ts', text: `import './a.ts';` }],
  ],
  sound: [
    [
      { path: 'src/db/a.ts', text: `import './b.ts'; import './c.ts';` },
      { path: 'src/db/b.ts', text: `import './c.ts';` },
      { path: 'src/db/c.ts', text: '' },
    ],
  ],
};

/** A depth-first walk: an import of a file that is still being walked closes a cycle. Each is reported once. */
function cyclesOf(graph: ReadonlyMap<string, readonly Import[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' -> '));
    if (start >= 0 || done.has(path)) return;
    for (const { target } of graph.get(path) ?? [])
      if (target !== undefined && graph.has(target)) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  return cycles;
}
