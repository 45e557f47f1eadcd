/**
 * Writes the package that `npx` runs, one file, and prints its size.
 *
 *   npm run package -- [--to FOLDER] [--platforms every|this]
 *   npx --package ./candor-0.1.0.tgz candor serve
 *
 * Built in a folder of its own, so that a checkout's `dist` may be in use meanwhile. The packages that it runs on are inside, for every platform:
 * what is installed is what was tested, overrides included (npm heeds neither those nor the lockfile of a dependency that is a file), without a
 * registry. None of them has an install script, the ruling of `allowScripts`: that of onnxruntime-node downloads files for graphics cards, and an
 * installation fails with it where that server cannot be reached.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('../', import.meta.url));
/** Runs sources, which a package does not bring. */
const ofCheckouts = new Set(['tsx']);
const forCheckouts = new Set(['scripts', 'devDependencies', 'private', 'allowScripts']);
/** npm lists every file. */
const maxBuffer = 64_000_000;
const manifest = z.looseObject({
  files: z.array(z.string()),
  dependencies: z.record(z.string(), z.string()),
  allowScripts: z.record(z.string(), z.boolean()),
});
const dependency = z.looseObject({ scripts: z.record(z.string(), z.string()).optional() });
const packed = z.tuple([z.object({ filename: z.string(), size: z.number(), unpackedSize: z.number() })]);

type Platforms = 'every' | 'this';

interface Packed {
  readonly file: string;
  /** Bytes, compressed and unpacked, without what npm installs beside it. */
  readonly size: number;
  readonly unpackedSize: number;
}

/**
 * Builds and packs the checkout. Needs its packages, those for development included, and no network.
 * @param to a folder, made when missing
 * @param platforms for which the model runtime is inside
 */
export async function writePackage(to: string, platforms: Platforms): Promise<Packed> {
  const home = await mkdtemp(join(tmpdir(), 'candor-package-'));
  const [built, stage] = [join(home, 'built'), join(home, 'package')];
  try {
    await mkdir(built);
    // All have ended before the folder goes: what is still being copied into it would hide the fault.
    const parts = await Promise.allSettled([copyFiles(built), addPackages(built), build(built)]);
    for (const part of parts) if (part.status === 'rejected') throw part.reason;
    await run('sh', [join(checkout, 'deploy/runtime-tree.sh'), built, stage, platforms]);
    await withoutScripts(stage);
    await mkdir(to, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', resolve(to)], { cwd: stage, maxBuffer });
    const [{ filename, size, unpackedSize }] = packed.parse(JSON.parse(stdout));
    return { file: join(resolve(to), filename), size, unpackedSize };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function copyFiles(built: string): Promise<void> {
  const { files } = manifest.parse(await readJson('package.json'));
  // What begins with ! is left out, of the package by npm, and here by runtime-tree.sh.
  const copied = files.filter((file) => file !== 'dist' && !file.startsWith('!'));
  for (const name of [...copied, 'README.md', 'LICENSE'])
    await cp(join(checkout, name), join(built, name), { recursive: true });
}

async function build(built: string): Promise<void> {
  const bin = (name: string) => join(checkout, 'node_modules/.bin', name);
  const dist = join(built, 'dist');
  await run(bin('tsc'), ['-p', 'tsconfig.build.json', '--outDir', dist, '--sourceMap', 'false'], { cwd: checkout });
  for (const part of ['console', 'box', 'graphiql'])
    await run(bin('vite'), ['build', '--mode', part, '--outDir', join(dist, part), '--logLevel', 'error'], {
      cwd: checkout,
    });
}

/**
 * package.json of what runs alone, and its packages: those of the checkout, which were tested, less what npm finds no longer needed. Nothing is
 * downloaded or unpacked again. Linked where the disk can (a second instead of twenty), so no file of theirs may be written to.
 */
async function addPackages(built: string): Promise<void> {
  const { dependencies, ...rest } = manifest.parse(await readJson('package.json'));
  const kept = Object.entries(dependencies).filter(([name]) => !ofCheckouts.has(name));
  const shipped = {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !forCheckouts.has(key))),
    dependencies: Object.fromEntries(kept),
    bundleDependencies: kept.map(([name]) => name),
  };
  for (const name of ['package.json', 'package-lock.json']) await cp(join(checkout, name), join(built, name));
  const to = join(built, 'node_modules');
  await run('cp', ['-RPl', join(checkout, 'node_modules'), to]).catch(async () => {
    await rm(to, { recursive: true, force: true });
    await cp(join(checkout, 'node_modules'), to, { recursive: true, verbatimSymlinks: true });
  });
  // npm writes its own notes into the file that is there: through a link, into those of the checkout.
  await rm(join(to, '.package-lock.json'), { force: true });
  await run('npm', ['prune', '--ignore-scripts', '--offline', '--omit=dev'], { cwd: built, maxBuffer });
  // Not before: where it contradicts the lockfile, npm asks the registry what to prune.
  await writeJson(join(built, 'package.json'), shipped);
}

async function withoutScripts(stage: string): Promise<void> {
  const { allowScripts } = manifest.parse(await readJson('package.json'));
  for (const name of Object.keys(allowScripts)) {
    const file = join(stage, 'node_modules', name, 'package.json');
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const { scripts: _, ...others } = dependency.parse(JSON.parse(text));
    await writeJson(file, others);
  }
}

const readJson = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(checkout, name), 'utf8'));
const writeJson = (file: string, value: unknown) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { to: { type: 'string', default: '.' }, platforms: { type: 'string', default: 'every' } } });
  const { file, size, unpackedSize } = await writePackage(
    values.to,
    z.enum(['every', 'this']).parse(values.platforms),
  );
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  process.stdout.write(`${file}: ${megabytes(size)}, ${megabytes(unpackedSize)} unpacked\n`);
}
