import { afterAll, beforeAll, expect, test } from 'vitest';
import { finalOutcome } from '../../src/agent/ask.ts';
import { notRead } from '../../src/agent/evidence/readEvidence.ts';
import { rankEvidence } from '../../src/agent/evidence/sentenceEvidence.ts';
import type { AskEvent } from '../../src/agent/state/events.ts';
import { CandorError } from '../../src/errors.ts';
import { newWorkspace, openOwnDatabase, type OpenTestDatabase } from '../support/database.ts';
import { createHashedEmbedder } from '../support/hashedEmbedder.ts';
import { passage } from '../grounding/passage.ts';
import { evidenceOf } from './askState.ts';

let opened: OpenTestDatabase;
beforeAll(async () => {
  opened = await openOwnDatabase();
});
afterAll(() => opened.close());

test('a question whose time is over while others have the database was cancelled by nobody', async () => {
  const { database } = opened;
  const workspaceId = await newWorkspace(database);
  let free = (): void => undefined;
  const until = new Promise<void>((resolve) => (free = resolve));
  // As many as a server's pool has; the embedded database has one.
  const others = Array.from({ length: 10 }, () => database.inWorkspace(workspaceId, () => until));
  const late = rankEvidence(
    { database, embedder: createHashedEmbedder() },
    workspaceId,
    evidenceOf([passage('The heron nests behind the boathouse, out of reach of the martens.')]),
    notRead,
    { signal: undefined, deadline: AbortSignal.timeout(20) },
  );
  await expect(late).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:OVERLOADED|DATABASE_UNREACHABLE)$/) as string,
    message: expect.stringContaining('the time of the question') as string,
  });
  free();
  await Promise.all(others);
});

test('what ends a question keeps when to come back', async () => {
  const details = { scope: 'PROCESS', retryAfterSeconds: 1 };
  const { code, message, remedy } = new CandorError('OVERLOADED', 'At work for others.', { details });
  const stamp = { runId: 'run', sequence: 0, elapsedMillis: 1, budgetMillis: 2_500 };
  async function* events(): AsyncGenerator<AskEvent> {
    yield { ...stamp, type: 'Failed', code, message, remedy, details };
  }
  await expect(finalOutcome(events())).rejects.toMatchObject({ code, details: { ...details, runId: 'run' } });
});
