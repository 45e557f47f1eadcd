import { parentPort } from 'node:worker_threads';
import { CandorError, isCandorError, messageOf, type ErrorCode } from '../../errors.ts';
import { parse, type ParsedSource, type ParseSource } from './parse.ts';

export interface ParserRequest {
  readonly source: ParseSource;
  readonly firstLine: number | undefined;
}

/** Error objects lose their class between threads: a fault travels as data. */
export type ParserReply = { readonly parsed: ParsedSource } | { readonly fault: ParserFault };

/** Sent once, when the parsers are loaded. */
export type ParserReady = 'ready';

export interface ParserFault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function faultOf(error: unknown): ParserFault {
  const fault = isCandorError(error) ? error : new CandorError('INTERNAL', `The parser failed: ${messageOf(error)}`);
  return { code: fault.code, message: fault.message, remedy: fault.remedy, details: fault.details };
}

async function answer({ source, firstLine }: ParserRequest): Promise<void> {
  const reply: ParserReply = await parse(source, { firstLine }).then(
    (parsed) => ({ parsed }),
    (error: unknown) => ({ fault: faultOf(error) }),
  );
  parentPort?.postMessage(reply);
}

parentPort?.on('message', (request: ParserRequest) => void answer(request));
parentPort?.postMessage('ready' satisfies ParserReady);
