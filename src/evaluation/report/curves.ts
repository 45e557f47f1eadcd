import type { ConfidenceBin } from '../figures/confidenceFigures.ts';
import type { EvaluationFigures, PresetFigures } from '../figures/figures.ts';
import { html, type Html, share } from './html.ts';

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
  const summary = stacks
    .map(({ name, shares: [right = 0, wrong = 0] }) => `${name}: ${share(right)} right, ${share(wrong)} wrong`)
    .join('; ');
  return outcomeBars('outcomes', 'What became of the questions', summary, stacks);
}

/** Risk by coverage. Fewer than five answers say nothing about risk, and would make the line jump at its start. */
export function riskChart(presets: readonly PresetFigures[]): Html {
  const lines = presets.map(({ preset, confidence: { curves } }) => ({
    name: preset,
    points: curves.riskCoverage
      .filter(({ answered }) => answered >= 5)
      .map(({ coverage, risk }) => ({ x: coverage, y: risk })),
  }));
  const summary = presets
    .map(
      ({ preset, confidence }) =>
        `${preset}: ${confidence.coverageAtRisk.map(({ risk, coverage }) => `${share(coverage)} can be answered at ${share(risk)} risk`).join(', ')}`,
    )
    .join('; ');
  return lineChart({
    id: 'risk',
    title: 'Wrong answers by share answered',
    description: summary,
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
  const summary = presets
    .map(
      ({ preset, confidence: { calibrationError } }) => `${preset} is off by ${share(calibrationError, 1)} on average`,
    )
    .join('; ');
  return lineChart({
    id: 'reliability',
    title: 'Confidence against what came true',
    description: summary,
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
    guarantee,
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
  const { threshold, alpha } = guarantee;
  const point =
    threshold === null
      ? []
      : [
          html`${marker(threshold, 'guaranteed', 30)}<circle r="5" fill="none" stroke="var(--ink)" stroke-width="2" cx="${atX(threshold)}" cy="${atY(alpha)}"/>`,
        ];
  const at = gate === null ? undefined : nearest(sweep, gate);
  const summary = at
    ? `At the gate of ${gate}, ${preset} misses ${share(at.missed)} of the right answers, and ${share(at.risk)} of what it answers is wrong.`
    : 'Both by threshold.';
  return lineChart({
    id: 'sweep',
    title: 'Missed and wrong by gate',
    description: summary,
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

/** The drawing is 420 x 300. Inside the margins, coordinates are 0..1 in both directions, from the lower left. */
const frame = { width: 420, height: 300, left: 52, right: 12, top: 30, bottom: 46 } as const;

const inner = { width: frame.width - frame.left - frame.right, height: frame.height - frame.top - frame.bottom };

const round = (value: number) => Math.round(value * 10) / 10;
/** Distance from the left edge, for a share of the axis. */
const atX = (share: number) => round(frame.left + share * inner.width);
/** Distance from the upper edge. */
const atY = (share: number) => round(frame.top + (1 - share) * inner.height);

interface Axis {
  readonly title: string;
  /** The positions of the marks, as shares of the axis, and their texts. */
  readonly marks: readonly { readonly at: number; readonly text: string }[];
}

/** An axis in per cent that ends at `most`, with a mark at every fifth. */
function percentAxis(title: string, most = 1): Axis {
  return {
    title,
    marks: [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => ({ at, text: `${Number((100 * at * most).toFixed(1))} %` })),
  };
}

/** An axis from 0 to 1. */
function unitAxis(title: string): Axis {
  return {
    title,
    marks: [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => ({ at, text: at === 0 || at === 1 ? String(at) : at.toFixed(1) })),
  };
}

/** Grid, marks and titles. The vertical axis's title is at the top, where it can be read without turning the head. */
function axes(x: Axis, y: Axis): Html {
  return html`${y.marks.map(({ at, text }) => html`<line class="grid" x1="${atX(0)}" x2="${atX(1)}" y1="${atY(at)}" y2="${atY(at)}"/><text x="${atX(0) - 6}" y="${atY(at) + 4}" text-anchor="end">${text}</text>`)}
${x.marks.map(({ at, text }) => html`<text x="${atX(at)}" y="${atY(0) + 17}" text-anchor="${at === 1 ? 'end' : 'middle'}">${text}</text>`)}
<line class="axis" x1="${atX(0)}" x2="${atX(1)}" y1="${atY(0)}" y2="${atY(0)}"/>
<text class="label" x="${atX(0.5)}" y="${frame.height - 8}" text-anchor="middle">${x.title}</text>
<text class="label" x="2" y="14">${y.title}</text>`;
}

/** A chart with its text alternative. `id` must be unique on the page. */
function chart(id: string, title: string, description: string, content: readonly Html[]): Html {
  return html`<svg viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${description}</desc>
${content}
</svg>`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Line {
  readonly name: string;
  /** Shares of the axes, 0..1. */
  readonly points: readonly Point[];
  readonly dots?: boolean;
}

/** Lines also differ by dashes, for people who cannot see colours and for print. */
const dashes = ['', '7 4', '2 3', '10 3 2 3', '4 2', '12 4', '1 4'];
const strokeOf = (index: number) => html`stroke="var(--s${index % 7})" stroke-dasharray="${dashes[index % 7] ?? ''}"`;

interface LineChart {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
  /** Other content, drawn below the lines. */
  readonly under?: readonly Html[];
}

/** Lines over two axes, and their legend. The first line is the one that the page is about. */
function lineChart({ id, title, description, x, y, lines, under = [] }: LineChart): Html {
  const drawn = lines.map(
    ({ points, dots }, index) =>
      html`<polyline fill="none" stroke-width="${index === 0 ? 3.5 : 2}" ${strokeOf(index)} points="${points.map((point) => `${atX(point.x)},${atY(point.y)}`).join(' ')}"/>${dots ? points.map((point) => html`<circle r="3.5" fill="var(--s${index % 7})" cx="${atX(point.x)}" cy="${atY(point.y)}"/>`) : ''}`,
  );
  return html`<figure>${chart(id, title, description, [axes(x, y), ...under, ...drawn])}${legend(lines.map(({ name }, index) => ({ name, mark: html`<line x1="0" x2="28" y1="6" y2="6" stroke-width="3" ${strokeOf(index)}/>` })))}</figure>`;
}

/** What each mark means. The marks themselves say nothing to a screen reader. */
function legend(entries: readonly { readonly name: string; readonly mark: Html }[]): Html {
  return html`<ul class="legend">${entries.map(({ name, mark }) => html`<li><svg viewBox="0 0 28 12" aria-hidden="true">${mark}</svg>${name}</li>`)}</ul>`;
}

/** The diagonal: what a perfect forecast would give. */
const diagonal = html`<line class="ideal" x1="${atX(0)}" y1="${atY(0)}" x2="${atX(1)}" y2="${atY(1)}"/>`;

/**
 * A line that marks a threshold. Its name is beside it, on the left if there is no room on the right. @param drop units
 * below the top, where two names could overlap
 */
function marker(at: number, name: string, drop = 14): Html {
  const left = at > 0.6;
  return html`<line class="gate" x1="${atX(at)}" x2="${atX(at)}" y1="${atY(0)}" y2="${atY(1)}"/><text class="label" x="${atX(at) + (left ? -6 : 6)}" y="${atY(1) + drop}" text-anchor="${left ? 'end' : 'start'}">${name}</text>`;
}

const swatch = (colour: string) => html`<rect width="14" height="12" x="7" fill="var(--${colour})"/>`;

/** Right and wrong answers by confidence, wrong ones on top. */
function histogram(id: string, title: string, description: string, bins: readonly ConfidenceBin[]): Html {
  // A multiple of four, so that every mark is a whole number.
  const most = 4 * Math.ceil(Math.max(1, ...bins.map(({ right, wrong }) => right + wrong)) / 4);
  const marks = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, text: String(at * most) }));
  const bar = (from: number, low: number, high: number, colour: string) =>
    high > low
      ? html`<rect fill="var(--${colour})" x="${atX(from + 0.008)}" width="${atX(from + 0.092) - atX(from + 0.008)}" y="${atY(high / most)}" height="${Math.max(0, atY(low / most) - atY(high / most))}"/>`
      : '';
  const bars = bins.map(
    ({ from, right, wrong }) => html`${bar(from, 0, right, 'right')}${bar(from, right, right + wrong, 'wrong')}`,
  );
  return html`<figure>${chart(id, title, description, [axes(unitAxis('confidence'), { title: 'questions', marks }), ...bars])}${legend(
    [
      { name: 'right, or would have been', mark: swatch('right') },
      { name: 'wrong, or would have been', mark: swatch('wrong') },
    ],
  )}</figure>`;
}

interface Stack {
  readonly name: string;
  /** Shares that add up to 1, as `stackParts` names them. */
  readonly shares: readonly number[];
}

const stackParts = [
  { name: 'right answer', colour: 'right' },
  { name: 'wrong answer', colour: 'wrong' },
  { name: 'refused, and rightly so', colour: 'refused' },
  { name: 'refused, though it could be answered', colour: 'missed' },
] as const;

/** One bar per system: the outcomes of the questions. */
function outcomeBars(id: string, title: string, description: string, stacks: readonly Stack[]): Html {
  const [row, left, width] = [34, 112, 300];
  const height = stacks.length * row + 24;
  const bars = stacks.map(
    ({ name, shares }, index) =>
      html`<text class="label" x="${left - 8}" y="${index * row + 20}" text-anchor="end">${name}</text>${shares.map(
        (share, part) => {
          const start = left + width * shares.slice(0, part).reduce((sum, value) => sum + value, 0);
          return share > 0
            ? html`<rect x="${start.toFixed(1)}" y="${index * row + 3}" width="${Math.max(0, share * width - 1).toFixed(1)}" height="${row - 10}" fill="var(--${stackParts[part]?.colour ?? 'refused'})"/>`
            : '';
        },
      )}`,
  );
  const marks = [0, 0.25, 0.5, 0.75, 1].map(
    (at) =>
      html`<text x="${left + at * width}" y="${height - 5}" text-anchor="${at === 1 ? 'end' : 'middle'}">${100 * at} %</text>`,
  );
  return html`<figure><svg viewBox="0 0 420 ${height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${description}</desc>${bars}${marks}</svg>${legend(stackParts.map(({ name, colour }) => ({ name, mark: swatch(colour) })))}</figure>`;
}
