import { z } from 'zod';

export interface TelemetryConfig {
  /** The address that spans are sent to by OTLP over HTTP, as JSON; undefined: no export, and no SDK is loaded. */
  readonly endpoint: string | undefined;
  /** Sent with each export; often contains a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of questions that are traced, 0..1. A caller's own decision, in `traceparent`, takes precedence. */
  readonly sample: number;
  /** Whether spans contain questions, prompts and replies. */
  readonly withText: boolean;
}

const text = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional();
/** A key belongs in a header, because an address is shown in many places. */
const isPlain = (url: string) =>
  /^https?:/.test(url) && URL.canParse(url) && new URL(url).username === '' && new URL(url).password === '';

/** The environment keys of the telemetry configuration. */
export const telemetryKeys = {
  CANDOR_TELEMETRY: z.enum(['off', 'on', 'texts']).default('off'),
  OTEL_EXPORTER_OTLP_ENDPOINT: text.refine(
    (url) => url === undefined || isPlain(url),
    'must be a URL that starts with http:// or https://, without user name and password',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: text.refine(
    (list) => list === undefined || list.split(',').every((entry) => /^\s*[\w.-]+=\S*\s*$/.test(entry)),
    'must be headers as name=value, separated by commas',
  ),
};

type TelemetryKeys = z.infer<z.ZodObject<typeof telemetryKeys>>;

/** The default address of a local collector. */
const localCollector = 'http://127.0.0.1:4318';

/** An address alone enables telemetry, as is customary. CANDOR_TELEMETRY enables it without one. */
export function telemetryOf(keys: TelemetryKeys, sample: number): TelemetryConfig {
  return {
    endpoint: keys.OTEL_EXPORTER_OTLP_ENDPOINT ?? (keys.CANDOR_TELEMETRY === 'off' ? undefined : localCollector),
    headers: headersOf(keys.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: 'candor',
    sample,
    withText: keys.CANDOR_TELEMETRY === 'texts',
  };
}

/** name=value,name=value, each value percent-encoded. */
function headersOf(text: string): Record<string, string> {
  const entries = text.split(',').filter((entry) => entry.includes('='));
  return Object.fromEntries(
    entries.map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at).trim(), decoded(entry.slice(at + 1).trim())] as const;
    }),
  );
}

/** A stray % is not an encoding. */
function decoded(text: string): string {
  return /%(?![\da-f]{2})/i.test(text) ? text : decodeURIComponent(text);
}
