import type { Caller } from '../../../src/workspaces/caller.ts';
import type { AskEvent, AskEventBody } from '../../../src/agent/state/events.ts';
import type { AskRequest } from '../../../src/agent/state/request.ts';
import type { CallOptions } from '../../../src/app/verbs.ts';
import { CandorError } from '../../../src/errors.ts';
import { loopNow } from '../clocks.ts';
import { abstention, answer, clarification, confidence, planOf, reflection } from './outcomes.ts';

/** What the fake saw, for assertions. */
export interface Seen {
  readonly calls: string[];
  readonly callers: Caller[];
  readonly requests: unknown[];
  /** By `loopNow`, when a hanging call saw its signal abort. */
  readonly aborts: number[];
}

export async function* stamped(bodies: AsyncIterable<AskEventBody>): AsyncGenerator<AskEvent> {
  let sequence = 0;
  for await (const body of bodies) yield { runId: 'run-1', sequence: sequence++, elapsedMillis: sequence, ...body };
}

export async function* events(
  { question }: AskRequest,
  options: CallOptions | undefined,
  seen: Seen,
): AsyncGenerator<AskEventBody> {
  const kind = question.split(' ')[0];
  if (kind === 'invalid')
    throw new CandorError('BAD_INPUT', 'question must have 1 to 2,000 characters', { details: { field: 'question' } });
  if (kind === 'crash') throw new TypeError('secret detail at /srv/candor/pool.ts');
  yield { type: 'Planned', plan: planOf(question) };
  if (kind === 'midway') throw new TypeError('secret detail at /srv/candor/pool.ts');
  if (kind === 'hang' || kind === 'stubborn') await untilAborted(kind, options?.signal, seen);
  if (kind === 'slow') await new Promise((resolve) => setTimeout(resolve, 50));
  yield { type: 'Retrieved', round: 1, passageCount: 2 };
  yield { type: 'Reflected', confidence, tier: 'CONFIDENT', reflection };
  if (kind === 'draft') {
    const { text, claims, citations } = answer(question);
    yield { type: 'Provisional', text, claims, citations };
    yield { type: 'Writing', mode: 'GENERATED' };
  }
  if (kind === 'fail')
    yield { type: 'Failed', code: 'DATABASE_UNREACHABLE', message: 'The database is away.', remedy: 'Start it.' };
  else
    yield {
      type: 'Finished',
      outcome:
        kind === 'clarify'
          ? clarification(question)
          : kind === 'abstain'
            ? abstention(question)
            : { ...answer(question), id: kind === 'unrecorded' ? 'lost-run' : 'run-1' },
    };
}

async function untilAborted(kind: 'hang' | 'stubborn', signal: AbortSignal | undefined, seen: Seen): Promise<void> {
  await new Promise<void>((_resolve, reject) => {
    signal?.addEventListener('abort', () => {
      seen.aborts.push(loopNow());
      if (kind === 'hang') reject(new CandorError('CANCELLED', 'The caller went away.'));
    });
  });
}
