import type { Attributes, HrTime, Link, SpanContext, TraceState } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan, TimedEvent } from '@opentelemetry/sdk-trace-base';
import { randomFillSync } from 'node:crypto';
import { candorVersion } from '../config.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { TelemetryConfig } from '../telemetryConfig.ts';
import { type RecordedSpan, type SpanParent, setTracing } from './spans.ts';

interface Tracing {
  /** Sends pending spans, for a few seconds at most. Never throws. */
  stop(): Promise<void>;
}

const off: Tracing = { stop: () => Promise.resolve() };
/** A collector that hangs must not delay an orderly shutdown. */
const exportMillis = 3_000;
/** OpenTelemetry's own default. Each request to the collector costs as much as ten spans. */
const batchMillis = 5_000;
const batchSpans = 512;
/** About 150 questions. Beyond them, spans are dropped until the collector answers. */
const mostWaiting = 4_096;

/** Starts exporting spans. Without an endpoint nothing of OpenTelemetry is loaded. */
export async function startTracing(config: TelemetryConfig, log: Log): Promise<Tracing> {
  if (config.endpoint === undefined) return off;
  const [api, otlp, resources, core] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ]);
  api.diag.setLogger(quietLogger(log), { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new otlp.OTLPTraceExporter({
    url: tracesUrl(config.endpoint),
    headers: { ...config.headers },
    timeoutMillis: exportMillis,
  });
  const resource = resources.resourceFromAttributes({
    'service.name': config.serviceName,
    'service.version': candorVersion(),
  });
  const waiting = queueOf(
    (spans) =>
      new Promise((resolve) => {
        exporter.export(toReadable(spans, resource), ({ error }) => {
          if (error) log.warn('spans were not exported', { spans: spans.length, error: messageOf(error) });
          resolve();
        });
      }),
    log,
  );
  const propagator = new core.W3CTraceContextPropagator();
  setTracing({
    withText: config.withText,
    sample: config.sample,
    add: waiting.add,
    callerOf: (headers) => {
      const context = propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter);
      return parentOf(api.trace.getSpanContext(context));
    },
  });
  log.info('spans are exported', { endpoint: config.endpoint, sample: config.sample, text: config.withText });
  return {
    stop: async () => {
      setTracing(null);
      await waiting.empty();
      await exporter.shutdown();
    },
  };
}

interface Waiting {
  add(span: RecordedSpan): void;
  /** Sends all that waits. */
  empty(): Promise<void>;
}

/** Sends spans in batches, one at a time. */
function queueOf(send: (spans: readonly RecordedSpan[]) => Promise<void>, log: Log): Waiting {
  const waiting: RecordedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let dropped = 0;
  const sendAll = async () => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0) await send(waiting.splice(0, batchSpans));
    if (dropped > 0) log.warn('spans were dropped, because the collector was too slow', { spans: dropped });
    dropped = 0;
    sending = undefined;
  };
  const empty = () => (sending ??= sendAll());
  return {
    add: (span) => {
      if (waiting.length >= mostWaiting) return void (dropped += 1);
      waiting.push(span);
      if (waiting.length >= batchSpans) void empty();
      else if (!sending) timer ??= setTimeout(() => void empty(), batchMillis).unref();
    },
    empty,
  };
}

/** A caller that does not record its trace decides that for Candor, too. */
function parentOf(caller: SpanContext | undefined): SpanParent | undefined {
  if (!caller) return undefined;
  const { traceId, spanId, traceFlags, traceState } = caller;
  return { trace: { id: traceId, isSampled: (traceFlags & 1) === 1, state: traceState }, id: spanId };
}

const kinds = { INTERNAL: 0, CLIENT: 2 } as const;
const scope = { name: 'candor' };
const [noLinks, noEvents]: [Link[], TimedEvent[]] = [[], []];

/** In the form that OpenTelemetry's exporter reads. */
function toReadable(spans: readonly RecordedSpan[], resource: Resource): ReadableSpan[] {
  // Read once for all: the clock of the machine may have been set since the process began.
  const epoch = Date.now() - performance.now();
  return spans.map((span) => {
    const { name, kind, parent, started, ended, facts, isFault } = span;
    return {
      name,
      kind: kinds[kind],
      spanContext: () => contextOf(span),
      ...(parent && { parentSpanContext: contextOf(parent) }),
      startTime: hrTime(epoch + started),
      endTime: hrTime(epoch + ended),
      duration: hrTime(ended - started),
      ended: true,
      status: { code: isFault ? 2 : 0 },
      attributes: attributesOf(facts),
      links: noLinks,
      events: noEvents,
      resource,
      instrumentationScope: scope,
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    };
  });
}

const pool = Buffer.alloc(4_096);
let drawn = pool.length;

/** Hexadecimal digits for `bytes` random bytes, which come from the system 4 kB at a time. */
function randomId(bytes: number): string {
  if (drawn + bytes > pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += bytes;
  return pool.toString('hex', drawn - bytes, drawn);
}

function contextOf(span: SpanParent): SpanContext {
  const { trace } = span;
  trace.id ??= randomId(16);
  span.id ??= randomId(8);
  const context = { traceId: trace.id, spanId: span.id, traceFlags: 1 };
  return trace.state === undefined ? context : { ...context, traceState: trace.state as TraceState };
}

function attributesOf(facts: RecordedSpan['facts']): Attributes {
  const attributes: Attributes = {};
  for (const each of facts) for (const key in each) if (each[key] !== undefined) attributes[key] = each[key];
  return attributes;
}

function hrTime(millis: number): HrTime {
  const seconds = Math.floor(millis / 1_000);
  return [seconds, Math.round((millis - seconds * 1_000) * 1_000_000)];
}

/** OTEL_EXPORTER_OTLP_ENDPOINT is defined as a base URL, to which the path of the signal is appended. */
function tracesUrl(endpoint: string): string {
  return endpoint.endsWith('/v1/traces') ? endpoint : `${endpoint.replace(/\/$/, '')}/v1/traces`;
}

/** Problems of the exporter itself are logged and never thrown. */
function quietLogger(log: Log) {
  const warn = (message: string) => {
    log.warn('telemetry', { problem: message.slice(0, 500) });
  };
  const nothing = () => undefined;
  return { error: warn, warn, info: nothing, debug: nothing, verbose: nothing };
}
