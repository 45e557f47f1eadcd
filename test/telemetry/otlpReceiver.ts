import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
  arrayValue: z.object({ values: z.array(z.object({ stringValue: z.string() })).optional() }).optional(),
});
const attributes = z.array(z.object({ key: z.string(), value }));
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[\da-f]{32}$/),
              spanId: z.string().regex(/^[\da-f]{16}$/),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes,
              status: z.object({ code: z.number().optional(), message: z.string().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly facts: Readonly<Record<string, unknown>>;
  /** 2: it failed. */
  readonly status: number;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Everything that was received, as it came. */
  readonly bodies: string[];
  readonly headers: Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

/** A collector: takes OTLP over HTTP as JSON on a free port of 127.0.0.1, and refuses what is not of that form. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const [spans, bodies, headers]: [ReceivedSpan[], string[], Record<string, unknown>[]] = [[], [], []];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const parsed = request.url === '/v1/traces' ? exported.safeParse(JSON.parse(text)) : undefined;
      if (!parsed?.success) return void response.writeHead(400).end(parsed?.error.message ?? 'not /v1/traces');
      bodies.push(text);
      headers.push(request.headers);
      spans.push(
        ...parsed.data.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans.map(toSpan))),
      );
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Exported = z.infer<typeof exported>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

function toSpan({ traceId, spanId, parentSpanId, name, attributes: list, status }: Exported): ReceivedSpan {
  const facts = list.map(({ key, value: given }) => {
    const plain =
      given.stringValue ??
      given.doubleValue ??
      given.boolValue ??
      given.arrayValue?.values?.map((each) => each.stringValue);
    return [key, plain ?? (given.intValue === undefined ? [] : Number(given.intValue))] as const;
  });
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    name,
    facts: Object.fromEntries(facts),
    status: status.code ?? 0,
  };
}
