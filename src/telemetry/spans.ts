import { readFile } from 'node:fs/promises';
import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { isCandorError, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { TelemetryConfig } from '../config/telemetry.ts';

/** The attributes of a span: ids, names, counts and times. User text is included only if `isTextTraced`. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | string[] | undefined>>;

/** An open span to which attributes are added as they become known. */
interface SpanNotes {
  note(facts: SpanFacts): void;
}

export interface SpanStart {
  readonly name: string;
  /** CLIENT: waits for another server. Default INTERNAL. */
  readonly kind?: 'CLIENT' | 'INTERNAL';
  readonly facts?: SpanFacts;
  /**
   * The run that the span belongs to. Needed where the calling context does not reveal it: the nodes of a graph start
   * outside the context of their question.
   */
  readonly runId?: string;
}

/** The span of one question. It stays open while a generator is paused. */
interface RunSpan extends SpanNotes {
  /** Runs `work` as a part of the question. */
  within<Result>(work: () => Result): Result;
  /** @param fault the error code that ended it */
  end(fault?: string): void;
}

const scope = 'candor';
const silentNotes: SpanNotes = { note: () => undefined };
const silentRun: RunSpan = { ...silentNotes, within: (work) => work(), end: () => undefined };

let tracing: { readonly withText: boolean } | undefined;
/** The questions in progress. Empty without tracing. */
const runs = new Map<string, Context>();

/** Called when an exporter is registered, and with null when it is removed. */
function setTracing(next: { readonly withText: boolean } | null): void {
  tracing = next ?? undefined;
}

export const isTracing = (): boolean => tracing !== undefined;

/** Whether spans may contain questions, passages and replies: only if an operator enabled it. */
export const isTextTraced = (): boolean => tracing?.withText === true;

/**
 * Runs `work` inside a span. Without tracing, the only cost is one more call. Only the code of a fault is recorded,
 * because its message may quote user text.
 */
export function inSpan<Result>(
  { name, kind = 'INTERNAL', facts = {}, runId }: SpanStart,
  work: (span: SpanNotes) => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work(silentNotes);
  const parent = (runId === undefined ? undefined : runs.get(runId)) ?? context.active();
  const span = trace.getTracer(scope).startSpan(name, { kind: SpanKind[kind], attributes: facts }, parent);
  return context.with(trace.setSpan(parent, span), async () => {
    try {
      return await work(notesOf(span));
    } catch (error) {
      endWith(span, isCandorError(error) ? error.code : 'INTERNAL');
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Opens the span of a question, which the caller ends. Nodes find it by the run's id. */
export function openRunSpan(runId: string, facts: SpanFacts): RunSpan {
  if (!tracing) return silentRun;
  const parent = context.active();
  const span = trace.getTracer(scope).startSpan('ask', { kind: SpanKind.INTERNAL, attributes: facts }, parent);
  const own = trace.setSpan(parent, span);
  runs.set(runId, own);
  return {
    ...notesOf(span),
    within: (work) => context.with(own, work),
    end: (fault) => {
      runs.delete(runId);
      if (fault !== undefined) endWith(span, fault);
      span.end();
    },
  };
}

/** Runs `work` in the trace that a request's headers name (W3C `traceparent`), if they name one. */
export function inRemoteTrace<Result>(headers: object, work: () => Result): Result {
  return tracing ? context.with(propagation.extract(context.active(), headers), work) : work();
}

function notesOf(span: Span): SpanNotes {
  return { note: (facts) => void span.setAttributes(facts) };
}

/** A disconnected caller is not a server fault. */
function endWith(span: Span, code: string): void {
  span.setAttribute('error.type', code);
  if (code !== 'CANCELLED') span.setStatus({ code: SpanStatusCode.ERROR });
}

interface Tracing {
  /** Sends pending spans, for a few seconds at most. Never throws. */
  stop(): Promise<void>;
}

const off: Tracing = { stop: () => Promise.resolve() };
/** A collector that hangs must not delay an orderly shutdown. */
const exportMillis = 3_000;

/** Starts exporting spans. Without an endpoint the SDK is never loaded. */
export async function startTracing(config: TelemetryConfig, log: Log): Promise<Tracing> {
  if (config.endpoint === undefined) return off;
  const [api, sdk, otlp, hooks, resources, core] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ]);
  api.diag.setLogger(quietLogger(log), { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new otlp.OTLPTraceExporter({
    url: tracesUrl(config.endpoint),
    headers: { ...config.headers },
    timeoutMillis: exportMillis,
  });
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': config.serviceName,
      'service.version': await readVersion(),
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(config.sample) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter, { scheduledDelayMillis: 1_000, maxQueueSize: 4_096 })],
  });
  api.context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
  setTracing({ withText: config.withText });
  log.info('spans are exported', { endpoint: config.endpoint, sample: config.sample, text: config.withText });
  return {
    stop: async () => {
      setTracing(null);
      await provider.shutdown().catch((error: unknown) => {
        log.warn('the last spans were not exported', { error: messageOf(error) });
      });
      api.trace.disable();
      api.context.disable();
      api.propagation.disable();
    },
  };
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** OTEL_EXPORTER_OTLP_ENDPOINT is defined as a base URL, to which the path of the signal is appended. */
function tracesUrl(endpoint: string): string {
  return endpoint.endsWith('/v1/traces') ? endpoint : `${endpoint.replace(/\/$/, '')}/v1/traces`;
}

/** Problems of the SDK itself, such as an unreachable collector, are logged and never thrown. */
function quietLogger(log: Log) {
  const warn = (message: string) => {
    log.warn('telemetry', { problem: message.slice(0, 500) });
  };
  const nothing = () => undefined;
  return { error: warn, warn, info: nothing, debug: nothing, verbose: nothing };
}
