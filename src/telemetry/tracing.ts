import { readFile } from 'node:fs/promises';

import type { Log } from '../log.ts';
import { messageOf } from '../errors.ts';
import type { TelemetryConfig } from '../telemetryConfig.ts';
import { setTracing } from './spans.ts';

interface Tracing {
  /** Sends what is waiting, at most for some seconds. Never throws. */
  stop(): Promise<void>;
}

const off: Tracing = { stop: () => Promise.resolve() };
/** A collector that hangs must not hold an orderly end. */
const exportMillis = 3_000;

/** Begins to export spans. Without an endpoint the SDK is never loaded. */
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

/** As OTEL_EXPORTER_OTLP_ENDPOINT is meant: a base, to which the signal's own path is added. */
function tracesUrl(endpoint: string): string {
  return endpoint.endsWith('/v1/traces') ? endpoint : `${endpoint.replace(/\/$/, '')}/v1/traces`;
}

/** The SDK's own trouble, such as a collector that is away: told, and never thrown. */
function quietLogger(log: Log) {
  const warn = (message: string) => {
    log.warn('telemetry', { problem: message.slice(0, 500) });
  };
  const nothing = () => undefined;
  return { error: warn, warn, info: nothing, debug: nothing, verbose: nothing };
}
