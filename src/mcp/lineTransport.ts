import type { Readable } from 'node:stream';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { typedLine, typedLongLine } from './typedErrors.ts';

/** What a client may send in one line; an answer of Candor is far below it. */
const mostLineBytes = 10 * 1_024 * 1_024;
const newline = 0x0a;

/**
 * One message a line, over any pair of streams. The library's own transport for this leaves out a line that is no JSON
 * without a word, and its client would wait for the answer until it gives up; here such a line is answered.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The beginning of a line whose end has not come. */
  private parts: Buffer[] = [];
  private bytes = 0;
  private closed = false;

  private readonly input: Readable;
  private readonly out: (text: string) => void;

  constructor(input: Readable, out: (text: string) => void) {
    this.input = input;
    this.out = out;
  }

  start(): Promise<void> {
    this.input.on('data', this.take);
    for (const event of ends) this.input.once(event, this.end);
    // Standard input may have ended while the database opened.
    if (this.input.readableEnded || this.input.destroyed) setImmediate(this.end);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.closed) return Promise.reject(new Error('The client is gone'));
    this.write(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.closed) return Promise.resolve();
    this.closed = true;
    this.input.off('data', this.take);
    for (const event of ends) this.input.off(event, this.end);
    this.input.pause();
    this.parts = [];
    this.onclose?.();
    return Promise.resolve();
  }

  private readonly end = () => void this.close();

  private readonly take = (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1 && !this.closed; at = chunk.indexOf(newline, from)) {
      if (!this.keep(chunk.subarray(from, at))) return;
      from = at + 1;
      const line = Buffer.concat(this.parts).toString('utf8');
      this.parts = [];
      this.bytes = 0;
      this.read(line);
    }
    if (!this.closed) this.keep(chunk.subarray(from));
  };

  /** Holds part of a line; false when the line has grown too long, which ends the session. */
  private keep(part: Buffer): boolean {
    this.bytes += part.length;
    if (this.bytes <= mostLineBytes) {
      if (part.length > 0) this.parts.push(part);
      return true;
    }
    this.write(typedLongLine());
    this.end();
    return false;
  }

  private read(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(JSON.parse(line));
    } catch {
      this.write(typedLine());
      return;
    }
    this.onmessage?.(message);
  }

  private write(message: object): void {
    this.out(`${JSON.stringify(message)}\n`);
  }
}

const ends = ['end', 'close', 'error'] as const;
