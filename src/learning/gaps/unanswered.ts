import type { Feedback } from '../feedback/feedback.ts';
import { majority, ofMajority } from '../feedback/readJudgedRuns.ts';
import { normalisedQuestion, type RunDigest } from '../runDigest.ts';
import type { GapReason, UnansweredRun } from './gap.ts';

/** Greetings, and what no document could hold, such as a joke. */
const notForDocuments: ReadonlySet<string> = new Set(['SMALL_TALK', 'OUT_OF_SCOPE']);
/** Refusals that tell of the documents. A spent budget and a model that is away tell of the machine. */
const tellsOfDocuments: ReadonlySet<string> = new Set<GapReason>([
  'WEAK_EVIDENCE',
  'OUT_OF_SCOPE',
  'CONFLICTING_EVIDENCE',
  'STALE_EVIDENCE',
  'VERIFICATION_FAILED',
]);

/**
 * The runs whose questions the documents did not answer, in the order of `runs`. A question is answered since when a later run of the same words was, and nobody objected.
 * A refusal that people call needless is a fault of the search, and no gap.
 * @param runs newest first; @param feedback of each, in the same order
 */
export function unanswered(runs: readonly RunDigest[], feedback: readonly (readonly Feedback[])[]): UnansweredRun[] {
  const answered = new Set<string>();
  const found: UnansweredRun[] = [];
  for (const [position, run] of runs.entries()) {
    const name = normalisedQuestion(run.standalone);
    const reason = reasonOf(run, feedback[position] ?? []);
    if (run.outcome === 'ANSWER' && reason === undefined) answered.add(name);
    if (reason !== undefined && !answered.has(name)) found.push({ run, reason });
  }
  return found;
}

function reasonOf(run: RunDigest, feedback: readonly Feedback[]): GapReason | undefined {
  if (run.kind !== null && notForDocuments.has(run.kind)) return undefined;
  const objected = majority(feedback) === 'NOT_RIGHT';
  if (run.outcome === 'ANSWER') return objected ? objectionTo(feedback) : undefined;
  if (objected) return undefined;
  return run.outcome === 'CLARIFICATION' ? reasonOfQuestionBack(run) : refusalReason(run);
}

/** An answer that only leaves something out is one. */
function objectionTo(feedback: readonly Feedback[]): GapReason | undefined {
  const verdicts = ofMajority(feedback).map(({ verdict }) => verdict);
  if (verdicts.includes('SHOULD_HAVE_REFUSED')) return 'JUDGED_UNANSWERABLE';
  return verdicts.includes('WRONG') ? 'JUDGED_WRONG' : undefined;
}

/** Asked back about what was meant, there were answers to choose from; where nothing was searched, nothing was asked. */
function reasonOfQuestionBack({ stopReason, reflection }: RunDigest): GapReason | undefined {
  return stopReason === 'ZERO_HITS' && reflection !== null && reflection.gap !== 'SEVERAL_FACTS'
    ? 'NOTHING_FOUND'
    : undefined;
}

function refusalReason({ reason }: RunDigest): GapReason | undefined {
  return reason !== null && tellsOfDocuments.has(reason) ? (reason as GapReason) : undefined;
}
