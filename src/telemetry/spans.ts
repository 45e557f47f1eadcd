import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { isCandorError } from '../errors.ts';

/** What a span says. Ids, names, counts and times; text that people wrote only where `isTextTraced`. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | string[] | undefined>>;

/** An open span, to which facts are added as they become known. */
interface SpanNotes {
  note(facts: SpanFacts): void;
}

export interface SpanStart {
  readonly name: string;
  /** CLIENT: it waits for another server. Default INTERNAL. */
  readonly kind?: 'CLIENT' | 'INTERNAL';
  readonly facts?: SpanFacts;
  /**
   * The run that it belongs to, where the calling context may not tell: a graph's nodes start apart from their
   * question.
   */
  readonly runId?: string;
}

/** The span of one question, which stays open over the pauses of a generator. */
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
/** Questions at work. Empty while nothing is traced. */
const runs = new Map<string, Context>();

/** Called when an exporter is registered, and with null when it is gone. */
export function setTracing(next: { readonly withText: boolean } | null): void {
  tracing = next ?? undefined;
}

export const isTracing = (): boolean => tracing !== undefined;

/** Whether questions, passages and replies may stand in spans: only where an operator asked for it. */
export const isTextTraced = (): boolean => tracing?.withText === true;

/**
 * Runs `work` inside a span; without tracing it is one call more. A fault is noted by its code alone: its words may
 * quote what people wrote.
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

/** Opens the span of a question: the caller ends it. Nodes find it by the run's id. */
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

/** Runs `work` under the trace that a request's headers name (W3C `traceparent`), where they name one. */
export function inRemoteTrace<Result>(headers: object, work: () => Result): Result {
  return tracing ? context.with(propagation.extract(context.active(), headers), work) : work();
}

function notesOf(span: Span): SpanNotes {
  return { note: (facts) => void span.setAttributes(facts) };
}

/** A caller who went away is no fault of the server. */
function endWith(span: Span, code: string): void {
  span.setAttribute('error.type', code);
  if (code !== 'CANCELLED') span.setStatus({ code: SpanStatusCode.ERROR });
}
