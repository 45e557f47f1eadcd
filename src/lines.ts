const newline = 0x0a;

/** Collects the bytes of one line, and drops them if there are too many. */
class LineBuffer {
  #parts: Buffer[] = [];
  #size = 0;
  readonly #longest: number;

  constructor(longest: number) {
    this.#longest = longest;
  }

  append(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > this.#longest) this.#parts = [];
    else this.#parts.push(part);
  }

  /** Returns the collected line, or undefined if it was too long, and empties the buffer. */
  take(): Buffer | undefined {
    const line = this.#size > this.#longest ? undefined : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    return line;
  }

  get isOver(): boolean {
    return this.#size > this.#longest;
  }
}

interface LineOptions {
  /** In bytes. Nothing longer is held. */
  readonly longest: number;
  /** Ends after the first line that is too long: a few bytes of gzip are gigabytes. Default: it is skipped. */
  readonly endsIfLonger?: boolean;
}

/**
 * Yields lines without their `\n`; undefined for one that is too long. Node's readline is not used: it holds a line
 * whatever its length, throws outside of what is awaited if it becomes longer than a string can be, and in some versions
 * splits at U+2028, which JSON does not escape.
 */
export async function* boundedLines(
  source: AsyncIterable<Buffer>,
  { longest, endsIfLonger = false }: LineOptions,
): AsyncGenerator<Buffer | undefined> {
  const buffer = new LineBuffer(longest);
  let open = false;
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      buffer.append(chunk.subarray(start, end));
      yield buffer.take();
      start = end + 1;
    }
    buffer.append(chunk.subarray(start));
    if (endsIfLonger && buffer.isOver) {
      yield undefined;
      return;
    }
    open = start < chunk.length || (open && start === 0);
  }
  if (open) yield buffer.take();
}
