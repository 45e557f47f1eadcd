import { expectTypeOf, test } from 'vitest';
import type * as Outcome from '../../src/agent/outcome.ts';
import type * as Plan from '../../src/agent/plan.ts';
import type { RunOutcome } from '../../src/agent/run.ts';
import type { Tier } from '../../src/confidence/signals.ts';
import type * as Sdl from '../../src/graphql/generated/types.ts';
import type * as Claim from '../../src/grounding/claim.ts';
import type * as Document from '../../src/knowledge/document.ts';
import type { ItemAction, ItemState, JobState } from '../../src/knowledge/jobs/job.ts';
import type * as Passage from '../../src/retrieval/passage.ts';
import type { Role } from '../../src/workspaces/caller.ts';

/** Fields without a resolver are not compared by the generated types, so a value that only the domain knows would show as a fault at run time. */
test('enums of the SDL are the unions of the domain (checked by tsc)', () => {
  expectTypeOf<Sdl.Tier>().toEqualTypeOf<Tier>();
  expectTypeOf<Sdl.StopReason>().toEqualTypeOf<Outcome.StopReason>();
  expectTypeOf<Sdl.AbstentionReason>().toEqualTypeOf<Outcome.AbstentionReason>();
  expectTypeOf<Sdl.AnswerMode>().toEqualTypeOf<Outcome.AnswerMode>();
  expectTypeOf<Sdl.NextStepKind>().toEqualTypeOf<Outcome.NextStep['kind']>();
  expectTypeOf<Sdl.QuestionKind>().toEqualTypeOf<Plan.QuestionKind>();
  expectTypeOf<Sdl.Strategy>().toEqualTypeOf<Plan.Strategy>();
  expectTypeOf<Sdl.RunOutcome>().toEqualTypeOf<RunOutcome>();
  expectTypeOf<Sdl.ClaimStatus>().toEqualTypeOf<Claim.ClaimStatus>();
  expectTypeOf<Sdl.CheckName>().toEqualTypeOf<Claim.CheckName>();
  expectTypeOf<Sdl.ConflictKind>().toEqualTypeOf<Claim.Conflict['kind']>();
  expectTypeOf<Sdl.ConflictResolution>().toEqualTypeOf<Claim.Conflict['resolution']>();
  expectTypeOf<Sdl.NoticeKind>().toEqualTypeOf<Claim.NoticeKind>();
  expectTypeOf<Sdl.StaleReason>().toEqualTypeOf<Document.StaleSource['reason']>();
  expectTypeOf<Sdl.DocumentState>().toEqualTypeOf<Document.DocumentState>();
  expectTypeOf<Sdl.TextFormat>().toEqualTypeOf<Exclude<Document.SourceType, 'PDF' | 'DOCX'>>();
  expectTypeOf<Sdl.IngestJobState>().toEqualTypeOf<JobState>();
  expectTypeOf<Sdl.IngestItemState>().toEqualTypeOf<ItemState>();
  expectTypeOf<Sdl.IngestAction>().toEqualTypeOf<ItemAction>();
  expectTypeOf<Sdl.IngestStatus>().toEqualTypeOf<Document.IngestStatus>();
  expectTypeOf<Sdl.DegradedPart>().toEqualTypeOf<Passage.DegradedPart>();
  expectTypeOf<Sdl.Fusion>().toEqualTypeOf<Passage.Fusion>();
  expectTypeOf<Sdl.Preset>().toEqualTypeOf<Passage.PresetName>();
  expectTypeOf<Sdl.Role>().toEqualTypeOf<Role>();
});
