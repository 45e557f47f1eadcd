import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createFakeApp } from '../support/fakeApp.ts';
import { serve } from '../support/testServer.ts';

// Prometheus does not start with one expression that it cannot read, and a stranger's dashboard stays empty: so promtool reads them all.
const run = promisify(execFile);
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const isThere = spawnSync('promtool', ['--version']).status === 0;
if (!isThere) process.stderr.write('SKIPPED: alerts and dashboard were not read by Prometheus: no promtool here.\n');

const home = mkdtempSync(join(tmpdir(), 'candor-alerts-'));
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })),
});

describe.skipIf(!isThere)('what promtool says', () => {
  test('of the configuration and its alerts', async () => {
    const { stdout } = await run('promtool', [
      'check',
      'config',
      '--syntax-only',
      at('../../deploy/prometheus/prometheus.yml'),
    ]);
    expect(stdout).toContain('SUCCESS');
    const rules = await run('promtool', ['check', 'rules', at('../../deploy/prometheus/alerts.yml')]);
    expect(rules.stdout).toContain('SUCCESS: 9 rules found');
  });

  test('of each alert, where it should fire and where it should not', async () => {
    const { stdout } = await run('promtool', ['test', 'rules', at('alerts.promtool.yaml')]);
    expect(stdout).toContain('SUCCESS');
  });

  test("of each expression of the dashboard, with Grafana's interval", async () => {
    const { panels } = Dashboard.parse(
      JSON.parse(readFileSync(at('../../deploy/grafana/dashboards/candor.json'), 'utf8')),
    );
    const rules = panels.flatMap(({ targets }) =>
      targets.map(({ expr }, index) => ({ record: `panel:${index}`, expr: expr.replaceAll('$__rate_interval', '1m') })),
    );
    expect(rules.length).toBeGreaterThan(20);
    const file = join(home, 'panels.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    const { stdout } = await run('promtool', ['check', 'rules', '--lint=none', file]);
    expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`);
  });

  test('of what /metrics tells', async () => {
    const { url } = await serve(createFakeApp());
    const checked = spawnSync('promtool', ['check', 'metrics'], {
      input: await (await fetch(`${url}/metrics`)).text(),
      encoding: 'utf8',
    });
    expect(`${checked.stdout}${checked.stderr}`).toBe('');
    expect(checked.status).toBe(0);
  });
});
