import { words } from '../words/words.ts';
import type { FullRun } from './run.ts';

/** The steps of the loop in the time they took. */
export function Timeline({ steps, total }: { readonly steps: FullRun['steps']; readonly total: number }) {
  const whole = Math.max(total, ...steps.map(({ startedMillis, millis }) => startedMillis + millis), 1);
  return (
    <section className="section" aria-labelledby="timeline">
      <h2 id="timeline">{words.runs.timeline}</h2>
      <ol className="timeline">
        {steps.map(({ node, startedMillis, millis }, at) => (
          <li key={at}>
            <span className="step-name">{nodeName(node)}</span>
            <span className="step-track" aria-hidden="true">
              <span
                style={{
                  insetInlineStart: `${(startedMillis / whole) * 100}%`,
                  inlineSize: `max(3px, ${(millis / whole) * 100}%)`,
                }}
              />
            </span>
            <span className="muted small">{words.runs.millis(Math.round(millis))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const nodeName = (node: string): string => (words.runs.nodes as Readonly<Record<string, string>>)[node] ?? node;
