import type { Run } from './runs.ts';

/**
 * What is learned from a run, which stands beside its record: small, because a thousand are read at once. It has the
 * names and values that `learning.listDigests` makes of the record of a run that was kept without.
 */
export function digestOf({ embedder, plan, result, gate, reflections, passages }: Run): Record<string, unknown> {
  const reflection = reflections.at(-1);
  return {
    embedder,
    standalone: plan?.standalone ?? null,
    language: plan?.language ?? null,
    kind: plan?.kind ?? null,
    mode: result?.type === 'Answer' ? result.mode : null,
    reason: result === null || result.type === 'Answer' ? null : result.reason,
    text: result === null || result.type === 'Abstention' ? null : result.text,
    calibrationId: result?.confidence.calibration?.id ?? null,
    gate: gate?.uncertainFrom ?? null,
    signals: result?.confidence.signals ?? null,
    reflection: reflection ? { gap: reflection.gap, requirements: reflection.requirements } : null,
    passages: passages.map(({ documentId, documentKey }) => ({ documentId, documentKey })),
    citations: (result?.citations ?? []).map(({ documentKey, quote }) => ({ documentKey, quote })),
  };
}
