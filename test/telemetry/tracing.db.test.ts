import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../support/database.ts';
import { openTestEmbedder } from '../support/testEmbedder.ts';
import { isTracing } from '../../src/telemetry/spans.ts';
import { post, serve } from '../support/testServer.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './otlpReceiver.ts';
import { askOnce, named, openTraced } from './tracedApp.ts';

let receiver: OtlpReceiver;
vi.setConfig({ testTimeout: 90_000 });
beforeAll(() => Promise.all([openTestDatabase(), openTestEmbedder()]));
beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => receiver.close());

/** The names from a span up to its root. */
function pathOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(parent ? pathOf(parent, spans) : [])];
}

it('an ask is one trace: nodes under it, arms under nodes, statements and models under those', async () => {
  const open = await openTraced(receiver);
  const runId = await askOnce(open);
  await open.close();
  const [ask] = named(receiver.spans, 'ask');
  expect(ask?.facts).toMatchObject({
    'candor.run.id': runId,
    'candor.outcome': 'Answer',
    'candor.stop_reason': 'GATE_PASSED',
    'candor.confidence': expect.any(Number),
  });
  const spans = receiver.spans.filter(({ traceId }) => traceId === ask?.traceId);
  const paths = spans.map((span) => pathOf(span, spans));
  expect(paths.every((path) => path.at(-1) === 'ask')).toBe(true);
  expect(paths).toContainEqual(['node plan', 'ask']);
  // The question's own words are looked for while it is planned: before any node.
  expect(paths).toContainEqual(['retrieval.searchBm25', 'retrieval keyword', 'ask']);
  expect(paths.some(([name, arm]) => name?.startsWith('embeddings ') && arm === 'retrieval embed')).toBe(true);
  expect(paths.some(([name, node]) => name?.startsWith('read ') && node === 'node reflect')).toBe(true);
  expect(named(spans, 'retrieval.searchBm25')[0]?.facts).toMatchObject({
    'db.system.name': 'postgresql',
    'db.query.summary': 'retrieval.searchBm25',
    'db.operation.name': 'SELECT',
    'db.response.returned_rows': 1,
  });
  expect(receiver.headers[0]).toMatchObject({ 'x-collector-key': 'k1' });
  expect(receiver.bodies.join()).toContain('candor-test');
});

it('no word of a question or document leaves by it, and after close nothing is traced', async () => {
  const open = await openTraced(receiver);
  await askOnce(open);
  await open.close();
  expect(receiver.spans.length).toBeGreaterThan(10);
  expect(receiver.bodies.join()).not.toMatch(/zebra|voided/i);
  expect(isTracing()).toBe(false);
});

it('a caller’s trace goes on here', async () => {
  const open = await openTraced(receiver);
  const { url } = await serve(open.app);
  await post(url, '{ ask(input: { question: "zebra label?" }) { __typename } }', {
    headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  });
  await open.close();
  const [ask] = named(receiver.spans, 'ask');
  expect([ask?.traceId, ask?.parentSpanId]).toEqual(['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']);
});
