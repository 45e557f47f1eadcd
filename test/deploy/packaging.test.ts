import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { environmentSchema, loadConfig } from '../../src/config/config.ts';
import { createStage } from '../cli/run.ts';
import { createFakeApp } from '../support/fakeApp.ts';
import { serve } from '../support/testServer.ts';

const checkout = new URL('../../', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, checkout), 'utf8');
const isThere = (path: string) => existsSync(fileURLToPath(new URL(path, checkout)));
const dockerfile = text('deploy/Dockerfile');
const deployment = text('deploy/helm/candor/templates/deployment.yaml');
const templates = deployment + text('deploy/helm/candor/templates/service.yaml');
const compose = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        ports: z.array(z.string()).default([]),
        volumes: z.array(z.string()).default([]),
        build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
      }),
    ),
    volumes: z.record(z.string(), z.unknown()),
  })
  .parse(parse(text('deploy/compose.yaml')));

/** What is built, and not stored. */
const made = ['dist', 'node_modules'];
const words = (line: string) => line.trim().split(/\s+/);

it('each path that the image or its runtime tree copies from the checkout is there', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, line = '']) =>
    words(line).slice(0, -1),
  );
  const tree = words(/^for each in (.+); do$/m.exec(text('deploy/runtime-tree.sh'))?.[1] ?? '');
  expect(copied).toContain('package-lock.json');
  expect(tree).toContain('migrations');
  expect([...copied, ...tree].filter((path) => !made.includes(path) && !isThere(path))).toEqual([]);
  const { files, bin } = z
    .object({ files: z.array(z.string()), bin: z.object({ candor: z.string() }) })
    .parse(JSON.parse(text('package.json')));
  const [left, kept] = [files.filter((file) => file.startsWith('!')), files.filter((file) => !file.startsWith('!'))];
  expect(kept.filter((file) => !tree.includes(file))).toEqual([]);
  for (const file of left) expect(text('deploy/runtime-tree.sh')).toContain(`rm -rf "$to/${file.slice(1)}"`);
  expect(dockerfile).toContain(`"${bin.candor}"`);
});

it('each key that the image or the chart sets is one that Candor or Node reads, with a value that it takes', () => {
  const set = Object.fromEntries(
    words(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').map((pair) => pair.split('=') as [string, string]),
  );
  const { env } = z
    .object({ env: z.record(z.string(), z.string()) })
    .parse(parse(text('deploy/helm/candor/values.yaml')));
  const keys = [...Object.keys(set), ...Object.keys(env)];
  expect(keys.filter((key) => !['NODE_ENV', 'PATH'].includes(key) && !(key in environmentSchema.shape))).toEqual([]);
  expect(loadConfig({ ...set, ...env })).toMatchObject({ dataFolder: '/data', host: '0.0.0.0' });
});

it('the chart reads no value that it does not have', () => {
  const values: unknown = parse(text('deploy/helm/candor/values.yaml'));
  const read = [...templates.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = '']) => path.slice(1));
  expect(read).toContain('service.port');
  const at = (path: string) =>
    path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], values);
  expect(read.filter((path) => at(path) === undefined)).toEqual([]);
});

it('image, compose and chart speak to the port that Candor listens on, and ask it what it answers', async () => {
  const { port } = loadConfig({});
  expect(dockerfile).toContain(`EXPOSE ${port}\n`);
  // Which the named port, and with it probes and service, follows: test/deploy/chart.release.test.ts.
  expect(deployment).toContain(`$port := ${port} }}`);
  expect(compose.services['candor']?.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  const { url } = await serve(createFakeApp());
  const asked = [...`${dockerfile}${deployment}`.matchAll(/(\/(?:healthz|readyz|metrics))\b/g)].map(([, path]) => path);
  expect(new Set(asked)).toEqual(new Set(['/healthz', '/readyz']));
  for (const path of new Set(asked)) expect((await fetch(`${url}${path ?? ''}`)).status).toBe(200);
});

it('what compose mounts and builds from is there, and where Candor writes is a volume of both', () => {
  const { services: containers, volumes } = compose;
  const mounted = Object.values(containers).flatMap((container) =>
    container.volumes.map((volume) => volume.split(':')[0] ?? ''),
  );
  const paths = mounted.filter((source) => source.startsWith('.'));
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !isThere(`deploy/${path}`))).toEqual([]);
  expect(mounted.filter((source) => !source.startsWith('.') && !(source in volumes))).toEqual([]);
  const { build } = containers['candor'] ?? {};
  expect(isThere(`deploy/${build?.context ?? ''}/${build?.dockerfile ?? 'none'}`)).toBe(true);
  expect(containers['candor']?.volumes).toEqual(['data:/data']);
  expect(deployment).toContain('mountPath: /data }');
});

it('no probe and no service of the chart names a port by its number', () => {
  const named = [...templates.matchAll(/\b(port|targetPort|containerPort): *(\{\{[^}]+\}\}|[\w$]+)/g)];
  expect(named.length).toBeGreaterThan(5);
  expect(named.map(([, , port = '']) => port).filter((port) => /^\d+$/.test(port))).toEqual([]);
});

it('what answers owns nothing of the image, and is the user of the chart, by number', () => {
  const [, runs = ''] = dockerfile.split(/^FROM /m).slice(1);
  // BuildKit makes the folder of WORKDIR as the base's user: it could write there.
  expect(runs.indexOf('COPY --from=build /app /app')).toBeGreaterThan(0);
  expect(runs.indexOf('WORKDIR /app')).toBeGreaterThan(runs.indexOf('COPY --from=build /app /app'));
  const [, user, group] = /^USER (\d+):(\d+)$/m.exec(runs) ?? [];
  expect(deployment).toContain(`runAsUser: ${user}, runAsGroup: ${group}, fsGroup: ${group}`);
  expect(runs).toContain(`--chown=${user}:${group} /data /data`);
  // A frontend would be one more image to fetch, for nothing that is used here.
  expect(dockerfile).not.toContain('syntax=');
});

it('the command that makes the first key is one that the command line takes, in compose as in the guide', async () => {
  const made = [text('deploy/compose.yaml'), text('docs/operations.md')].map(
    (page) => / exec candor \/nodejs\/bin\/node dist\/main\.js (.+)$/m.exec(page)?.[1] ?? '',
  );
  expect(made[0]).toBe(made[1]);
  const { code, err } = await createStage().run(...words(made[0] ?? ''));
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

it('keys.sh writes secrets that only their owner reads, and keeps those that a database already has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-keys-'));
  try {
    cpSync(fileURLToPath(new URL('deploy/keys.sh', checkout)), join(folder, 'keys.sh'));
    const make = () => {
      execFileSync('sh', [join(folder, 'keys.sh')], { stdio: 'ignore' });
      return readFileSync(join(folder, '.env'), 'utf8');
    };
    const first = make();
    expect(first.trim().split('\n')).toEqual([
      expect.stringMatching(/^POSTGRES_PASSWORD=[0-9a-f]{48}$/),
      expect.stringMatching(/^CANDOR_METRICS_KEY=[0-9a-f]{48}$/),
      expect.stringMatching(/^GRAFANA_PASSWORD=[0-9a-f]{48}$/),
    ]);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    expect(make()).toBe(first);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
