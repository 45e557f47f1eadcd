import { expect, test } from 'vitest';
import { explainMiss } from '../../src/agent/explainMiss.ts';
import { openAgent } from './openAgent.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { ingest } from '../../src/knowledge/ingest.ts';
import { inlineParser } from '../support/parser.ts';
import { silentLog } from '../../src/log.ts';

test('time', async () => {
  const agent = await openAgent();
  const embedder = createHashedEmbedder();
  const words = Array.from({ length: 3000 }, (_, i) => `word${i}x`);
  const pick = (seed: number, n: number) => Array.from({ length: n }, (_, i) => words[Math.floor(3000 * (((Math.sin(seed * 131 + i * 17) * 10000) % 1 + 1) % 1) ** 2)]).join(' ');
  const docs = Array.from({ length: 2000 }, (_, i) => ({ key: `d${i}`, text: `${pick(i, 120)}.`, format: 'PLAIN_TEXT' as const }));
  const { results } = await ingest({ database: agent.database, embedder, parser: inlineParser, log: silentLog }, agent.workspaceId, docs);
  await agent.database.refreshStatistics();
  const caller = { workspaceId: agent.workspaceId, role: 'ADMIN', accessGroups: null, keyId: null } as const;
  const run = await agent.ask(pick(5, 8), {}, { embedder });
  const seen = new Map<string, number>();
  const times: number[] = [];
  for (let i = 0; i < 40; i += 1) {
    const t = performance.now();
    const e = await explainMiss({ database: agent.database, embedder }, caller, { runId: run.id, documentId: results[i * 50]?.documentId ?? '' });
    const ms = performance.now() - t;
    seen.set(e?.reason ?? 'none', (seen.get(e?.reason ?? 'none') ?? 0) + 1);
    if (e?.query) times.push(ms);
    if (i < 6) console.log(ms.toFixed(0), e?.reason, e?.message);
  }
  times.sort((a, b) => a - b);
  console.log([...seen], 'median', times[times.length >> 1], 'p95', times[Math.floor(times.length * 0.95)]);
  expect(1).toBe(1);
  await agent.close();
}, 500_000);
