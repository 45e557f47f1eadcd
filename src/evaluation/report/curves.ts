import type { EvaluationFigures } from '../figures/evaluationJson.ts';
import type { PresetFigures } from '../figures/figures.ts';
import { atX, atY, percentAxis, unitAxis, diagonal, histogram, lineChart, marker, outcomeBars } from './charts.ts';
import { share, html, type Html } from './html.ts';

export function outcomesChart({ presets, alwaysRefuse }: EvaluationFigures): Html {
  const stackOf = (
    name: string,
    { judged, rightAnswers, wrongAnswers, rightRefusals, okRefusals, overRefusals }: EvaluationFigures['alwaysRefuse'],
  ) => ({
    name,
    shares: [rightAnswers, wrongAnswers, rightRefusals + okRefusals, overRefusals].map((count) =>
      judged === 0 ? 0 : count / judged,
    ),
  });
  const stacks = [
    ...presets.map((figures) => stackOf(figures.preset, figures)),
    stackOf('always refuse', alwaysRefuse),
  ];
  const told = stacks
    .map(({ name, shares: [right = 0, wrong = 0] }) => `${name}: ${share(right)} right, ${share(wrong)} wrong`)
    .join('; ');
  return outcomeBars('outcomes', 'What became of the questions', told, stacks);
}

/** Risk by coverage. Fewer than five answers tell no risk, and would throw the line about at its beginning. */
export function riskChart(presets: readonly PresetFigures[]): Html {
  const lines = presets.map(({ preset, confidence: { curves } }) => ({
    name: preset,
    points: curves.riskCoverage
      .filter(({ answered }) => answered >= 5)
      .map(({ coverage, risk }) => ({ x: coverage, y: risk })),
  }));
  const told = presets
    .map(
      ({ preset, confidence }) =>
        `${preset}: ${confidence.coverageAtRisk.map(({ risk, coverage }) => `${share(coverage)} can be answered at ${share(risk)} risk`).join(', ')}`,
    )
    .join('; ');
  return lineChart({
    id: 'risk',
    title: 'Wrong answers by share answered',
    description: told,
    x: percentAxis('share of the questions answered, surest first'),
    y: percentAxis('wrong of the answered'),
    lines,
  });
}

export function reliabilityChart(presets: readonly PresetFigures[]): Html {
  const lines = presets.map(({ preset, confidence: { curves } }) => ({
    name: preset,
    dots: true,
    points: curves.reliability.map(({ said, seen }) => ({ x: said, y: seen })),
  }));
  const told = presets
    .map(
      ({ preset, confidence: { calibrationError } }) => `${preset} is off by ${share(calibrationError, 1)} on average`,
    )
    .join('; ');
  return lineChart({
    id: 'reliability',
    title: 'Confidence against what came true',
    description: told,
    x: unitAxis('confidence'),
    y: percentAxis('share that is right'),
    lines,
    under: [diagonal],
  });
}

export function sweepChart({
  preset,
  gate,
  confidence: {
    promise,
    curves: { sweep },
  },
}: PresetFigures): Html {
  const lines = [
    {
      name: 'missed: right answers that are refused',
      points: sweep.map(({ threshold, missed }) => ({ x: threshold, y: missed })),
    },
    {
      name: 'wrong of what is answered',
      points: sweep.flatMap(({ threshold, risk }) => (risk === null ? [] : [{ x: threshold, y: risk }])),
    },
  ];
  const { threshold, alpha } = promise;
  const point =
    threshold === null
      ? []
      : [
          html`${marker(threshold, 'promised', 30)}<circle r="5" fill="none" stroke="var(--ink)" stroke-width="2" cx="${atX(threshold)}" cy="${atY(alpha)}"/>`,
        ];
  const at = gate === null ? undefined : nearest(sweep, gate);
  const told = at
    ? `At the gate of ${gate}, ${preset} misses ${share(at.missed)} of the right answers, and ${share(at.risk)} of what it answers is wrong.`
    : 'Both by threshold.';
  return lineChart({
    id: 'sweep',
    title: 'Missed and wrong by gate',
    description: told,
    x: unitAxis('gate: the confidence from which it answers'),
    y: percentAxis('share'),
    lines,
    under: [...(gate === null ? [] : [marker(gate, `gate ${gate}`)]), ...point],
  });
}

export function nearest<Point extends { readonly threshold: number }>(
  points: readonly Point[],
  threshold: number,
): Point | undefined {
  return points.toSorted(
    (left, right) => Math.abs(left.threshold - threshold) - Math.abs(right.threshold - threshold),
  )[0];
}

export function histogramChart({ preset, confidence: { curves } }: PresetFigures): Html {
  const sure = curves.histogram.filter(({ from }) => from >= 0.8);
  const count = (of: 'right' | 'wrong') => sure.reduce((sum, bin) => sum + bin[of], 0);
  return histogram(
    'histogram',
    'Right and wrong by confidence',
    `From a confidence of 0.8 on, ${preset} has ${count('right')} right and ${count('wrong')} wrong ones.`,
    curves.histogram,
  );
}
