import type { MissedArm, MissExplanation } from '../../agent/miss/missExplanation.ts';
import { wrap } from './table.ts';

/** The explanation for a screen: its reason in words, then the figures that its stage has. */
export function missText(explanation: MissExplanation, documentKey: string, columns: number): string {
  const { reason, message, query, vector, keyword, distance, standsFor, degraded } = explanation;
  const figures = [
    ...(query === null ? [] : [`Searched: ${query}`]),
    ...armLine('Vector arm', vector, distance === null ? '' : `, cosine distance ${distance.toFixed(3)}`),
    ...armLine('Keyword arm', keyword, ''),
    ...(standsFor ? [`Stands for it: ${standsFor.documentKey}`] : []),
    ...degraded.map((part) => `Did not work: ${part.part}: ${part.message}`),
  ];
  return [`${documentKey}: ${reason}`, wrap(message, columns), ...(figures.length > 0 ? ['', ...figures] : [])].join(
    '\n',
  );
}

function armLine(name: string, arm: MissedArm | null, more: string): string[] {
  if (!arm) return [];
  const { rank, rawScore, candidates } = arm;
  const place = rank === null ? (rawScore === null ? 'not found' : 'beyond rank 1,000') : `rank ${rank}`;
  return [`${name}: ${place}${rawScore === null ? '' : `, score ${rawScore.toFixed(3)}`}${more}; ${candidates} taken`];
}

/** The explanation with the names of schema/run.graphql. */
export function missJson({ documentId, versionId, ...explanation }: MissExplanation) {
  return { ...explanation, document: { id: documentId }, version: versionId === null ? null : { id: versionId } };
}
