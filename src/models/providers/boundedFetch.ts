import { CandorError } from '../../errors.ts';

/** A reply whose body went beyond what was asked for. */
export class OversizedReply extends CandorError {
  constructor(maxBytes: number) {
    super('MODEL_INVALID', `The model server sent more than ${maxBytes} bytes.`, {
      details: { maxBytes },
      remedy: 'Look into the log of the model server: its reply has no end, or is none of a model.',
    });
  }
}

/**
 * `fetch` for vendors' clients: it follows no redirect, which would take passages to a server that nobody configured,
 * and ends a reply at `maxBytes`, counted as they come: Content-Length may be missing or lie, and a client reads an
 * event to its end before it looks at it (80 MB held one question for 25 s).
 */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const reply = await fetch(input, { ...init, redirect: 'manual' });
    if (!reply.body) return reply;
    return new Response(reply.body.pipeThrough(capped(maxBytes)), {
      status: reply.status,
      statusText: reply.statusText,
      headers: reply.headers,
    });
  };
}

function capped(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) controller.error(new OversizedReply(maxBytes));
      else controller.enqueue(chunk);
    },
  });
}
