/** Asks the questions of a half, with all of its documents in one new workspace and without a chat model. */
import type { Outcome } from '../../src/agent/state/outcome.ts';
import type { App } from '../../src/app/app.ts';
import { newId } from '../../src/db/statement.ts';
import type { Caller } from '../../src/workspaces/caller.ts';
import { judgePlace, type PlaceVerdict } from './judgePlace.ts';
import { placeFormat, readPlaceFiles } from './placeFiles.ts';
import { type PlaceHalf, type PlaceKind, readPlaceQuestions } from './placeQuestions.ts';

export interface AskedPlace extends PlaceVerdict {
  readonly half: PlaceHalf;
  readonly kind: PlaceKind;
  readonly format: string;
  readonly file: string;
  readonly question: string;
  readonly outcome: Outcome['type'];
  readonly tier: Outcome['tier'];
  readonly confidence: number;
  readonly short: string | null;
  /** The answer; of another outcome, why it is none. */
  readonly shown: string;
}

export interface PlaceWay {
  readonly only?: PlaceKind | undefined;
  /** The confidence from which questions are answered, 0..1; undefined: the product's. */
  readonly gate?: number | undefined;
}

/** @throws when a file cannot be taken in */
export async function askPlace(app: App, half: PlaceHalf, { only, gate }: PlaceWay): Promise<AskedPlace[]> {
  const { signal } = new AbortController();
  const caller: Caller = { workspaceId: newId(), role: 'ADMIN', accessGroups: null, keyId: null };
  await app.workspaces.ensure(caller.workspaceId, `Place ${half}`);
  if (gate !== undefined) await app.workspaces.setGate(caller.workspaceId, gate);
  const { results } = await app.ingest(caller, await readPlaceFiles(half), { signal });
  const failed = results.find(({ error }) => error);
  if (failed) throw new Error(`${failed.key}: ${failed.error?.message ?? ''}`);
  const asked: AskedPlace[] = [];
  for (const question of await readPlaceQuestions(half)) {
    if (only !== undefined && question.kind !== only) continue;
    for await (const event of app.ask(caller, { question: question.question }, { signal })) {
      if (event.type !== 'Finished') continue;
      const { kind, file } = question;
      const verdict = judgePlace(question, event.outcome);
      asked.push({ half, kind, file, format: placeFormat(file), ...shownOf(event.outcome), ...verdict });
    }
  }
  return asked;
}

type Shown = Pick<AskedPlace, 'question' | 'outcome' | 'tier' | 'confidence' | 'short' | 'shown'>;

function shownOf(outcome: Outcome): Shown {
  const { type, question, tier, confidence, stopReason } = outcome;
  const isAnswer = type === 'Answer';
  return {
    question,
    outcome: type,
    tier,
    confidence: confidence.value,
    short: isAnswer ? (outcome.shortAnswer?.text ?? null) : null,
    shown: isAnswer ? outcome.text : `${outcome.reason}, ${stopReason}`,
  };
}
