import type { Run } from '../../agent/runs/run.ts';
import type { RunReplay } from '../../agent/replay.ts';
import { clip, formatTable, wrap } from './table.ts';

/** Both runs by id: `candor runs ID --json` shows either whole. */
export function replayJson({ original, run, same, changes, changedDocuments }: RunReplay) {
  return { original: original.id, run: run.id, same, changes, changedDocuments };
}

export function replayText({ original, run, same, changes, changedDocuments }: RunReplay, columns: number): string {
  const width = Math.max(20, Math.floor((columns - 40) / 2));
  const rows = changes.map(({ path, before, after }) => [path, clip(before ?? '–', width), clip(after ?? '–', width)]);
  return [
    same ? 'Outcome, text, citations and passages are the same.' : 'Not the same.',
    outcomeLine('original', original),
    outcomeLine('repeated', run),
    ...(changedDocuments.length > 0 ? [wrap(`Changed since: ${changedDocuments.join(', ')}`, columns)] : []),
    '',
    rows.length > 0
      ? formatTable([{ title: 'field' }, { title: 'before' }, { title: 'after' }], rows)
      : 'Nothing differs.',
  ].join('\n');
}

function outcomeLine(label: string, { id, outcome, tier, stopReason, preset, confidenceValue }: Run): string {
  return `${label}: ${[outcome ?? 'FAULT', tier, stopReason, preset, confidenceValue?.toFixed(3), id].filter(Boolean).join(' · ')}`;
}
