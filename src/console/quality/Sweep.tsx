import type { ConsoleQualityQuery } from '../generated/graphql.ts';
import { percentOf, words } from '../words/words.ts';

export type SweepPoint = NonNullable<ConsoleQualityQuery['calibration']>['sweep'][number];

const width = 500;
const height = 160;

interface Given {
  readonly sweep: readonly SweepPoint[];
  /** Where the gate would stand, 0 to 1. */
  readonly at: number;
}

/**
 * What each gate would answer rightly, answer wrongly and miss, one above the other, with a line at the gate in
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
        <span className="scale-ends">{words.quality.gateAt(percentOf(at))}</span>
      </figcaption>
    </figure>
  );
}
