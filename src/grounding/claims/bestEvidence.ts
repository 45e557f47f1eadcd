import { contentCoverage } from '../checks/coverage.ts';
import type { Candidate } from '../sentences/candidates.ts';
import type { NearestEvidence } from './claim.ts';
import type { VerifiedClaim } from './verifyClaim.ts';

/** A sentence with less of the claim's words is about something else. */
const minCoverage = 0.3;

type Sentence = Pick<Candidate, 'text' | 'passage' | 'sourceSpan'>;

/** What comes nearest to a claim that is not proven: the words that its writer cited, else the sentence with most of its words; null when there is none. */
export function bestEvidence({ draft, proof }: VerifiedClaim, sentences: readonly Sentence[]): NearestEvidence | null {
  if (proof) return toEvidence(proof.passage, proof.quote, proof.sourceSpan);
  const rated = sentences.map((sentence) => ({ sentence, coverage: contentCoverage(draft.text, sentence.text, []) }));
  const best = rated.reduce<(typeof rated)[number] | undefined>(
    (left, right) => (right.coverage > (left?.coverage ?? minCoverage) ? right : left),
    undefined,
  );
  return best ? toEvidence(best.sentence.passage, best.sentence.text, best.sentence.sourceSpan) : null;
}

function toEvidence(
  { documentId, versionId }: Sentence['passage'],
  quote: string,
  sourceSpan: NearestEvidence['sourceSpan'],
): NearestEvidence {
  return { documentId, versionId, quote, sourceSpan };
}
