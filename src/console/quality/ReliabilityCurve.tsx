import { percentOf, words } from '../words/words.ts';
import { reliability } from './reliability.ts';
import type { SweepPoint } from './Sweep.tsx';

const size = 220;
const pad = 8;
const place = (share: number) => pad + share * (size - 2 * pad);

/** Confidence against how often it was right: on the diagonal a number means what it says, above it is too modest. */
export function ReliabilityCurve({ sweep }: { readonly sweep: readonly SweepPoint[] }) {
  const points = reliability(sweep);
  if (points.length === 0) return null;
  const most = Math.max(...points.map(({ questions }) => questions));
  const at = (confidence: number, right: number) => `${place(confidence)},${size - place(right)}`;
  return (
    <figure className="reliability">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.quality.curve}>
        <rect className="frame" x={pad} y={pad} width={size - 2 * pad} height={size - 2 * pad} />
        <polyline className="diagonal" points={`${at(0, 0)} ${at(1, 1)}`} />
        <polyline className="curve" points={points.map(({ confidence, right }) => at(confidence, right)).join(' ')} />
        {points.map(({ confidence, right, questions }) => (
          <circle
            key={confidence}
            className="dot"
            cx={place(confidence)}
            cy={size - place(right)}
            r={2.5 + 4 * Math.sqrt(questions / most)}
          />
        ))}
      </svg>
      <figcaption className="small">
        <p className="muted">{words.quality.curveSays}</p>
        <table className="beside">
          <thead>
            <tr>
              <th scope="col">{words.runs.fields.confidence}</th>
              <th scope="col">{words.quality.wasRight}</th>
              <th scope="col">{words.quality.questions}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ confidence, right, questions }) => (
              <tr key={confidence}>
                <td>{`${percentOf(confidence - 0.05)}–${percentOf(confidence + 0.05)}`}</td>
                <td>{`${percentOf(right)} %`}</td>
                <td>{questions}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </figcaption>
    </figure>
  );
}
