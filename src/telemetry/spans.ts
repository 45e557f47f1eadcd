import { isCandorError } from '../errors.ts';
import { spanAround, withSpan } from '../log.ts';

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
  /** Whether no other span begins inside it, as in a statement: its work then needs no context of its own. */
  readonly isLeaf?: boolean;
}

/** The span of one question. It stays open while a generator is paused. */
interface RunSpan extends SpanNotes {
  /** Runs `work` as a part of the question. */
  within<Result>(work: () => Result): Result;
  /** @param fault the error code that ended it */
  end(fault?: string): void;
}

/** What all spans of a question share. Whether they are recorded is decided once, when the first of them begins. */
interface Trace {
  /** 32 hexadecimal digits; undefined until the first of its spans is exported. */
  id?: string;
  readonly isSampled: boolean;
  /** The `tracestate` of the caller's request. */
  readonly state?: unknown;
}

/** Where the next span begins: a span of this process, or the caller's. */
export interface SpanParent {
  readonly trace: Trace;
  /** 16 hexadecimal digits; undefined until it is needed for an export. */
  id?: string;
}

/**
 * A span as it is recorded: as little as possible, because this happens while a question is being answered. Ids, units
 * and the form of the export are left to `exportSpans`.
 */
export interface RecordedSpan extends SpanParent {
  readonly name: string;
  readonly kind: 'CLIENT' | 'INTERNAL';
  readonly parent: SpanParent | undefined;
  /** By `performance.now()`. */
  readonly started: number;
  ended: number;
  readonly facts: SpanFacts[];
  isFault: boolean;
}

/** Set while an exporter is registered. */
export interface SpanExport {
  readonly withText: boolean;
  /** The share of traces that begin here and are recorded, 0..1. */
  readonly sample: number;
  /** Takes a span that has ended. */
  add(span: RecordedSpan): void;
  /** The caller's span that a request's headers name; undefined: none. */
  callerOf(headers: object): SpanParent | undefined;
}

const silentNotes: SpanNotes = { note: () => undefined };
const silentRun: RunSpan = { ...silentNotes, within: (work) => work(), end: () => undefined };

let tracing: SpanExport | undefined;
/** The questions in progress. Empty without tracing. */
const runs = new Map<string, SpanParent>();

/** Called when an exporter is registered, and with null when it is removed. */
export function setTracing(next: SpanExport | null): void {
  tracing = next ?? undefined;
}

/** Only this file calls `withSpan`. */
const activeSpan = () => spanAround() as SpanParent | undefined;

export const isTracing = (): boolean => tracing !== undefined;

/** Whether spans may contain questions, passages and replies: only if an operator enabled it. */
export const isTextTraced = (): boolean => tracing?.withText === true;

/**
 * Runs `work` inside a span. Without tracing, the only cost is one more call. Only the code of a fault is recorded,
 * because its message may quote user text.
 */
export function inSpan<Result>(start: SpanStart, work: (span: SpanNotes) => Promise<Result>): Promise<Result> {
  if (!tracing) return work(silentNotes);
  const current = activeSpan();
  const span = begin(start, (start.runId === undefined ? undefined : runs.get(start.runId)) ?? current, tracing);
  if (!isRecorded(span)) return span === current ? work(silentNotes) : withSpan(span, () => work(silentNotes));
  return start.isLeaf === true ? recorded(span, work) : withSpan(span, () => recorded(span, work));
}

async function recorded<Result>(span: RecordedSpan, work: (span: SpanNotes) => Promise<Result>): Promise<Result> {
  try {
    return await work(notesOf(span));
  } catch (error) {
    noteFault(span, isCandorError(error) ? error.code : 'INTERNAL');
    throw error;
  } finally {
    end(span);
  }
}

/** Opens the span of a question, which the caller ends. Nodes find it by the run's id. */
export function openRunSpan(runId: string, facts: SpanFacts): RunSpan {
  if (!tracing) return silentRun;
  const span = begin({ name: 'ask', facts }, activeSpan(), tracing);
  runs.set(runId, span);
  return {
    ...(isRecorded(span) ? notesOf(span) : silentNotes),
    within: (work) => withSpan(span, work),
    end: (fault) => {
      runs.delete(runId);
      if (!isRecorded(span)) return;
      if (fault !== undefined) noteFault(span, fault);
      end(span);
    },
  };
}

/** Runs `work` in the trace that a request's headers name (W3C `traceparent`), if they name one. */
export function inRemoteTrace<Result>(headers: object, work: () => Result): Result {
  const caller = tracing?.callerOf(headers);
  return caller ? withSpan(caller, work) : work();
}

/** @returns the parent itself, or one without a span, where the trace is not recorded */
function begin(
  { name, kind = 'INTERNAL', facts }: SpanStart,
  parent: SpanParent | undefined,
  { sample }: SpanExport,
): RecordedSpan | SpanParent {
  const trace = parent?.trace ?? { isSampled: sample >= 1 || Math.random() < sample };
  if (!trace.isSampled) return parent ?? { trace };
  const started = performance.now();
  return { trace, name, kind, parent, started, ended: started, facts: facts ? [facts] : [], isFault: false };
}

function isRecorded(span: RecordedSpan | SpanParent): span is RecordedSpan {
  return 'started' in span;
}

function notesOf(span: RecordedSpan): SpanNotes {
  return { note: (facts) => void span.facts.push(facts) };
}

/** A disconnected caller is not a server fault. */
function noteFault(span: RecordedSpan, code: string): void {
  span.facts.push({ 'error.type': code });
  span.isFault = code !== 'CANCELLED';
}

function end(span: RecordedSpan): void {
  span.ended = performance.now();
  tracing?.add(span);
}
