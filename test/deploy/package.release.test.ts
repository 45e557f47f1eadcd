import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { writePackage } from '../../deploy/writePackage.ts';

vi.setConfig({ testTimeout: 60_000 });

const run = promisify(execFile);
const maxBuffer = 64_000_000;
const manifest = z.object({
  files: z.array(z.string()),
  bin: z.object({ candor: z.string() }),
  version: z.string(),
  dependencies: z.record(z.string(), z.string()),
});
const checkout = new URL('../../', import.meta.url);

/** Packed and unpacked as npm does, with nothing of the checkout beside it. No network: nothing here needs one. */
let home: string;
let root: string;
let files: string[];
let size: number;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'candor-packed-'));
  const packed = await writePackage(home, 'this');
  size = packed.size;
  await mkdir(join(home, 'unpacked'));
  await run('tar', ['-xzf', packed.file, '-C', join(home, 'unpacked')]);
  root = join(home, 'unpacked/package');
  files = (await run('find', ['.', '-type', 'f'], { cwd: root, maxBuffer })).stdout.trim().split('\n');
}, 900_000);
afterAll(() => rm(home, { recursive: true, force: true }));

const readManifest = async (from: URL | string) => manifest.parse(JSON.parse(await readFile(from, 'utf8')));

it('holds all that package.json names, the pages and the weights', async () => {
  const { files: named } = await readManifest(new URL('package.json', checkout));
  const isIn = (name: string) => files.some((file) => file === `./${name}` || file.startsWith(`./${name}/`));
  const [left, kept] = [named.filter((name) => name.startsWith('!')), named.filter((name) => !name.startsWith('!'))];
  expect(kept.filter((name) => !isIn(name))).toEqual([]);
  expect(left.filter((name) => isIn(name.slice(1)))).toEqual([]);
  for (const page of ['console', 'box', 'graphiql'])
    expect(files.filter((file) => file.startsWith(`./dist/${page}/`))).not.toEqual([]);
  const stored = (await run('git', ['ls-files', 'weights', 'migrations', 'schema', 'sample'], { cwd: checkout }))
    .stdout;
  const missing = stored
    .trim()
    .split('\n')
    .filter((file) => !left.some((name) => file.startsWith(`${name.slice(1)}/`)) && !files.includes(`./${file}`));
  expect(missing).toEqual([]);
});

it('holds the packages that it runs on, none of those for development, and no binary of another platform', async () => {
  const { dependencies } = await readManifest(join(root, 'package.json'));
  const { dependencies: wanted } = await readManifest(new URL('package.json', checkout));
  expect(Object.keys(dependencies).toSorted()).toEqual(
    Object.keys(wanted)
      .filter((name) => name !== 'tsx')
      .toSorted(),
  );
  expect(Object.keys(dependencies).filter((name) => !files.includes(`./node_modules/${name}/package.json`))).toEqual(
    [],
  );
  expect(
    files.filter((file) => /^\.\/node_modules\/(?:vitest|typescript|vite|tsx|esbuild|react|react-dom)\//.test(file)),
  ).toEqual([]);
  // Sources, maps and tests are for people who read code; keys are for nobody.
  expect(files.filter((file) => /\.(?:[mc]?ts|map|test\.[mc]?js|pem|key)$|\/\.(?:env|npmrc)/.test(file))).toEqual([]);
  const cpu = process.arch === 'arm64' ? 'arm64' : 'x64';
  const native = files.filter((file) => /\.(?:node|so|dylib|dll|exe)(?:\.\d+)*$/.test(file));
  expect(native.filter((file) => !file.includes(`/linux/${cpu}/`) && !file.includes(`/linux-${cpu}/`))).toEqual([]);
  // The model runtime and its binding, and the lock of the data folder.
  expect(native).toHaveLength(3);
  // 90 MB before the embedder of many languages, which has 50 and does not shrink.
  expect(size).toBeLessThan(145e6);
  const besides = await Promise.all(
    files.filter((file) => !file.startsWith('./weights/')).map(async (file) => (await stat(join(root, file))).size),
  );
  expect(besides.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(130e6);
});

it('its command starts', async () => {
  const { bin, version } = await readManifest(join(root, 'package.json'));
  const { stdout } = await run(process.execPath, [join(root, bin.candor), '--version'], { cwd: home });
  expect(stdout).toContain(version);
});

it('its command answers the first question of the sample with the models and the database that are inside', async () => {
  const { bin } = await readManifest(join(root, 'package.json'));
  const folder = join(home, 'elsewhere');
  await mkdir(folder);
  const main = join(root, bin.candor);
  await run(
    process.execPath,
    [main, 'ingest', join(root, 'sample/knowledge/getting-started/create-your-shop.md'), '--quiet'],
    {
      cwd: folder,
    },
  );
  const { stdout } = await run(
    process.execPath,
    [main, 'ask', 'How long is the confirmation link in the welcome email valid?'],
    { cwd: folder },
  );
  expect(stdout).toContain('24 hours');
  expect((await stat(join(folder, '.candor/postgres'))).isDirectory()).toBe(true);
}, 180_000);
