import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { environmentSchema } from '../../src/config/config.ts';
import { createFakeApp, workspaceId } from '../support/fakeApp.ts';
import { parsePrometheus } from '../support/prometheusText.ts';
import { serve } from '../support/testServer.ts';

const text = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
const rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })),
});

/** The names of series that an expression of PromQL reads. */
const seriesOf = (expr: string) => expr.match(/\b(?:candor|process|nodejs)_\w+/g) ?? [];
const expressions = [
  ...rules.parse(parse(text('prometheus/alerts.yml'))).groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
  ...dashboard
    .parse(JSON.parse(text('grafana/dashboards/candor.json')))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

it('every series that a panel or alert reads is told at /metrics', async () => {
  const app = createFakeApp();
  app.measures.count(workspaceId, {
    outcome: 'ANSWER',
    tier: 'CONFIDENT',
    stopReason: 'GATE_PASSED',
    reason: 'NONE',
    confidence: 0.9,
    millis: 50,
    maxMillis: 1_000,
    inputTokens: 1,
    outputTokens: 1,
    modelCalls: 1,
    cost: null,
    stages: [{ stage: 'plan', millis: 1 }],
    degraded: ['READER'],
  });
  const { url } = await serve(app);
  const told = new Set(parsePrometheus(await (await fetch(`${url}/metrics`)).text()).map(({ name }) => name));
  const read = expressions.flatMap(seriesOf);
  expect(read.length).toBeGreaterThan(30);
  expect([...new Set(read)].filter((name) => !told.has(name))).toEqual([]);
});

it('every environment key of compose and chart is one that Candor reads', () => {
  const compose = z
    .object({ services: z.object({ candor: z.object({ environment: z.record(z.string(), z.string()) }) }) })
    .parse(parse(text('compose.yaml')));
  const ofChart = [...text('helm/candor/templates/deployment.yaml').matchAll(/\{ name: ([A-Z_]+), value/g)].map(
    ([, name]) => name ?? '',
  );
  const keys = [...Object.keys(compose.services.candor.environment), ...ofChart];
  expect(ofChart).toContain('CANDOR_AUTH');
  expect(keys.filter((key) => !(key in environmentSchema.shape))).toEqual([]);
});

it('a variable of compose is one that keys.sh makes, or has a default', () => {
  const made = /for name in ([A-Z_ ]+);/.exec(text('keys.sh'))?.[1]?.split(' ') ?? [];
  const asked = [...text('compose.yaml').matchAll(/\$\{([A-Z_]+)(:-)?/g)].filter(
    ([, , fallback]) => fallback === undefined,
  );
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.map(([, name]) => name).filter((name) => !made.includes(name ?? ''))).toEqual([]);
});
