import { formatMessage, percentText, percentOf, words } from '../words/words.ts';
import type { SweepPoint } from './calibrationReport.ts';

const size = 220;
const pad = 8;
const place = (share: number) => pad + share * (size - 2 * pad);

/**
 * Confidence against the observed share of right answers: on the diagonal the confidence is accurate, above it too low.
 */
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
                <td>{percentText(right)}</td>
                <td>{questions}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </figcaption>
    </figure>
  );
}

const width = 500;
const height = 160;

interface Given {
  readonly sweep: readonly SweepPoint[];
  /** The position of the gate, 0 to 1. */
  readonly at: number;
}

/**
 * Shows how many questions each gate would answer rightly, answer wrongly and miss, stacked, with a line at the gate in
 * question.
 */
export function Sweep({ sweep, at }: Given) {
  const most = Math.max(1, ...sweep.map(({ right, wrong, missed }) => right + wrong + missed));
  const y = (count: number) => height - (count / most) * height;
  const band = (low: (point: SweepPoint) => number, high: (point: SweepPoint) => number) => {
    const along = (points: readonly SweepPoint[], of: (point: SweepPoint) => number) =>
      points.map((point) => `${point.threshold * width},${y(of(point))}`);
    return [...along(sweep, high), ...along([...sweep].reverse(), low)].join(' ');
  };
  return (
    <figure className="sweep">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.quality.sweep} preserveAspectRatio="none">
        <polygon
          className="fill-right"
          points={band(
            () => 0,
            ({ right }) => right,
          )}
        />
        <polygon
          className="fill-missed"
          points={band(
            ({ right }) => right,
            ({ right, missed }) => right + missed,
          )}
        />
        <polygon
          className="fill-wrong"
          points={band(
            ({ right, missed }) => right + missed,
            ({ right, wrong, missed }) => right + wrong + missed,
          )}
        />
        <line className="gate-line" x1={at * width} x2={at * width} y1={0} y2={height} />
      </svg>
      <figcaption className="small muted">
        <span className="key fill-right">{words.quality.bands.right}</span>
        <span className="key fill-missed">{words.quality.bands.missed}</span>
        <span className="key fill-wrong">{words.quality.bands.wrong}</span>
        <span className="scale-ends">{formatMessage(words.quality.gateAt, { value: percentOf(at) })}</span>
      </figcaption>
    </figure>
  );
}

interface ReliabilityPoint {
  /** The midpoint of the step's confidences, 0 to 1. */
  readonly confidence: number;
  /** The share of the step's questions that were answered rightly, 0 to 1. */
  readonly right: number;
  readonly questions: number;
}

/**
 * Returns how often answers of each confidence were right, from the differences between thresholds of the sweep, in
 * steps of ten per cent. Steps without questions are left out.
 */
function reliability(sweep: readonly SweepPoint[]): ReliabilityPoint[] {
  const steps = Array.from({ length: 10 }, (_, at) => at / 10);
  const above = (threshold: number) =>
    sweep.find((point) => point.threshold >= threshold - 1e-9) ?? { right: 0, wrong: 0 };
  return steps.flatMap((from) => {
    const low = above(from);
    // A confidence of exactly 1 belongs to the last step.
    const high = from > 0.85 ? { right: 0, wrong: 0 } : above(from + 0.1);
    const [right, wrong] = [low.right - high.right, low.wrong - high.wrong];
    const questions = right + wrong;
    return questions > 0 ? [{ confidence: from + 0.05, right: right / questions, questions }] : [];
  });
}
