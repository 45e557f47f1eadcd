import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Document, parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

// Compiling the renderer takes most of it.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const run = promisify(execFile);
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const chart = at('../../deploy/helm/candor');
const has = (program: string, word: string) => spawnSync(program, [word]).status === 0;
const renderer = has('helm', 'version') ? 'helm' : has('go', 'version') ? 'go' : undefined;
if (!renderer)
  process.stderr.write('SKIPPED: the chart was not rendered, because there is neither helm nor go here.\n');

const home = mkdtempSync(join(tmpdir(), 'candor-chart-'));
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const Env = z.array(z.looseObject({ name: z.string(), value: z.string().optional() }));
const Rendered = z.array(z.looseObject({ kind: z.string(), spec: z.looseObject({}) }));
const Deployment = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.tuple([
          z.looseObject({
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            env: Env,
            livenessProbe: z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) }),
            readinessProbe: z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) }),
            startupProbe: z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) }),
          }),
        ]),
      }),
    }),
  }),
});
const Stopping = z.object({
  spec: z.object({ template: z.object({ spec: z.object({ terminationGracePeriodSeconds: z.number() }) }) }),
});
const Exposed = z.object({
  spec: z.object({ ports: z.array(z.object({ port: z.number(), targetPort: z.string() })) }),
});

/** The chart's YAML with these keys of the environment. Rejects with what the chart refuses. */
async function render(env: Readonly<Record<string, unknown>>): Promise<z.infer<typeof Rendered>> {
  const values = join(home, 'values.json');
  const given = parse(readFileSync(join(chart, 'values.yaml'), 'utf8')) as { readonly env: object };
  writeFileSync(values, JSON.stringify({ ...given, env: { ...given.env, ...env } }));
  const templates = ['deployment.yaml', 'service.yaml'].map((name) => join(chart, 'templates', name));
  const { stdout } =
    renderer === 'helm'
      ? await run('helm', ['template', 'candor', chart, '--values', values])
      : await run('env', [
          'GOTOOLCHAIN=local',
          'GO111MODULE=off',
          'go',
          'run',
          at('renderChart.go'),
          values,
          ...templates,
        ]);
  return Rendered.parse(
    parseAllDocuments(stdout)
      .map((document: Document) => document.toJS() as unknown)
      .filter((document) => document !== null),
  );
}

describe.skipIf(!renderer)('the chart, rendered', () => {
  test.each([
    ['without PORT', {}, 4000],
    ['with PORT as a text', { PORT: '8080' }, 8080],
    ['with PORT as a number', { PORT: 9000 }, 9000],
  ])('%s: container, probes and service agree', async (_name, env, port) => {
    const documents = await render(env);
    const [container] = Deployment.parse(documents.find(({ kind }) => kind === 'Deployment')).spec.template.spec
      .containers;
    expect(container.ports).toEqual([
      { name: 'http', containerPort: port },
      { name: 'health', containerPort: 4001 },
    ]);
    expect(container.livenessProbe.httpGet.port).toBe('health');
    expect(container.env.filter(({ name }) => name === 'PORT')).toEqual([{ name: 'PORT', value: String(port) }]);
    const names = container.env.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('CANDOR_SAMPLE');
    for (const probe of [container.readinessProbe, container.startupProbe]) expect(probe.httpGet.port).toBe('http');
    const [exposed] = Exposed.parse(documents.find(({ kind }) => kind === 'Service')).spec.ports;
    expect(exposed).toMatchObject({ port: 4000, targetPort: 'http' });
  });

  test('a value reaches Candor as it was written, though YAML has read it as a switch or a number', async () => {
    const documents = await render({
      CANDOR_SAMPLE: false,
      CANDOR_AUDIT: true,
      CANDOR_DRAIN_SECONDS: 600,
      CANDOR_TELEMETRY: false,
    });
    const [container] = Deployment.parse(documents.find(({ kind }) => kind === 'Deployment')).spec.template.spec
      .containers;
    const { CANDOR_SAMPLE, CANDOR_AUDIT, CANDOR_DRAIN_SECONDS, CANDOR_TELEMETRY } = Object.fromEntries(
      container.env.map(({ name, value }) => [name, value]),
    );
    expect([CANDOR_SAMPLE, CANDOR_AUDIT, CANDOR_DRAIN_SECONDS, CANDOR_TELEMETRY]).toEqual(['off', 'on', '600', 'off']);
  });

  test.each([
    ['the chart drains for 10 s', {}, '10', 40],
    ['a longer drain', { CANDOR_DRAIN_SECONDS: 60 }, '60', 90],
  ])('%s, and the grace period leaves 30 s for the rest', async (_name, env, drain, grace) => {
    const deployment = (await render(env)).find(({ kind }) => kind === 'Deployment');
    const [container] = Deployment.parse(deployment).spec.template.spec.containers;
    expect(container.env).toContainEqual({ name: 'CANDOR_DRAIN_SECONDS', value: drain });
    expect(Stopping.parse(deployment).spec.template.spec.terminationGracePeriodSeconds).toBe(grace);
  });

  test('a pod has its database from the secret, or does not start', async () => {
    const documents = await render({});
    const [container] = Deployment.parse(documents.find(({ kind }) => kind === 'Deployment')).spec.template.spec
      .containers;
    expect(container.env).toContainEqual({
      name: 'DATABASE_URL',
      valueFrom: { secretKeyRef: { name: 'candor', key: 'DATABASE_URL' } },
    });
  });

  test.each([
    [{ DATABASE_URL: 'postgres://me:secret@db/candor' }, 'env.DATABASE_URL: holds a password'],
    [{ PORT: '0' }, 'env.PORT: must be a port from 1 to 65535'],
    [{ PORT: 'http' }, 'env.PORT: must be a port from 1 to 65535'],
    [{ HOST: '127.0.0.1' }, 'env.HOST: the chart sets it'],
    [{ CANDOR_AUTH: 'local' }, 'env.CANDOR_AUTH: the chart sets it'],
  ])('%j is refused', async (env, message) => {
    await expect(render(env)).rejects.toThrow(message);
  });
});
