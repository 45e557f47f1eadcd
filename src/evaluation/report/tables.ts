import type { Interval } from '../figures/confidenceFigures.ts';
import type { EvaluationFigures } from '../figures/evaluationJson.ts';
import type { PresetFigures } from '../figures/figures.ts';
import { type OutcomeFigures, wantedKinds } from '../figures/outcomeFigures.ts';
import { figure, figureWith, share, shareWith, table, type Row, type Content } from './html.ts';

/** Each preset with what its answers are worth without its judgement, and refusing everything. */
export function outcomeTable({ presets, alwaysRefuse }: EvaluationFigures): Content {
  const titles = ['', 'right', 'wrong', 'refused rightly', 'refused too much', 'wrong of answered', 'utility'];
  return table('Outcomes', titles, [
    ...presets.flatMap(presetRows),
    { name: 'always refuse', cells: outcomeCells(alwaysRefuse, null) },
  ]);
}

function presetRows({ preset, baselines: { alwaysAnswer, cosineOnly }, intervals, ...figures }: PresetFigures): Row[] {
  return [
    { name: preset, cells: outcomeCells(figures, intervals.utility) },
    { name: 'always answer', under: true, cells: outcomeCells(alwaysAnswer, alwaysAnswer.utilityInterval) },
    ...(cosineOnly
      ? [
          {
            name: `cosine from ${figure(cosineOnly.threshold)} *`,
            under: true,
            cells: outcomeCells(cosineOnly, cosineOnly.utilityInterval),
          },
        ]
      : []),
  ];
}

function outcomeCells(outcome: OutcomeFigures, utility: Interval): Content[] {
  const { judged } = outcome;
  return [
    shareWith(outcome.rightAnswers, judged, outcome.rightInterval),
    shareWith(outcome.wrongAnswers, judged, outcome.wrongInterval),
    shareWith(outcome.rightRefusals + outcome.okRefusals, judged, null),
    shareWith(outcome.overRefusals, judged, null),
    share(outcome.selectiveRisk, 1),
    figureWith(outcome.utility, utility),
  ];
}

/** How well each preset's confidence does its work. */
export function confidenceTable({ presets }: EvaluationFigures): Content {
  const titles = [
    '',
    'tells right from wrong (AUROC)',
    'tells answerable from not (AUROC)',
    'off by (ECE)',
    'AURC',
    'AUGRC',
    'covered at 1 % risk',
    'at 2 %',
    'at 5 %',
  ];
  return table(
    'Confidence',
    titles,
    presets.map(({ preset, confidence: { intervals, ...confidence } }) => ({
      name: preset,
      cells: [
        figureWith(confidence.aurocRight, intervals.aurocRight),
        figure(confidence.aurocAnswerable),
        figureWith(confidence.calibrationError, intervals.calibrationError),
        figureWith(confidence.aurc, intervals.aurc),
        figureWith(confidence.augrc, intervals.augrc),
        ...confidence.coverageAtRisk.map(({ coverage }) => share(coverage)),
      ],
    })),
  );
}

/** Answers, proof and time. */
export function proofTable({ presets }: EvaluationFigures): Content {
  const titles = [
    '',
    'holds the reference',
    'token F1',
    'claims supported',
    'citations',
    'quotes found in the source',
    'recall@10',
    'nDCG@10',
    'median ms',
    'slowest 5 % from ms',
    'faults',
  ];
  return table(
    'Answers, proof and time',
    titles,
    presets.map(({ preset, match, claims, citations, retrieval, latency, faults }) => ({
      name: preset,
      cells: [
        share(match.containment),
        figure(match.tokenF1),
        share(claims.supportedShare, 1),
        citations.count,
        share(citations.validShare, 1),
        figure(retrieval.recallAt10),
        figure(retrieval.ndcgAt10),
        figure(latency.p50, 0),
        figure(latency.p95, 0),
        faults,
      ],
    })),
  );
}

/** What was wanted against what came. */
export function confusionTable({ preset, confusion }: PresetFigures): Content {
  const rows = wantedKinds
    .map((wanted) => ({ wanted, ...confusion[wanted] }))
    .filter((row) => row.Answer + row.Abstention + row.Clarification > 0);
  return table(
    `What ${preset} did`,
    ['wanted', 'questions', 'answered', 'right of them', 'refused', 'asked back'],
    rows.map((row) => ({
      name: row.wanted,
      cells: [
        row.Answer + row.Abstention + row.Clarification,
        row.Answer,
        row.right,
        row.Abstention,
        row.Clarification,
      ],
    })),
  );
}

/** Kinds of questions, worst first. */
export function typeTable({ preset, byType }: PresetFigures): Content {
  return table(
    `Kinds of questions, ${preset}`,
    ['kind', 'questions', 'right', 'wrong', 'refused rightly', 'refused too much', 'utility', 'recall@10'],
    byType.map((type) => ({
      name: type.type,
      cells: [
        type.questions,
        shareWith(type.rightAnswers, type.judged, type.rightInterval),
        shareWith(type.wrongAnswers, type.judged, type.wrongInterval),
        shareWith(type.rightRefusals + type.okRefusals, type.judged, null),
        shareWith(type.overRefusals, type.judged, null),
        figure(type.utility),
        figure(type.recallAt10),
      ],
    })),
  );
}
