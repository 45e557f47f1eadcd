import type { EvaluationFigures, PresetFigures } from '../../evaluation/figures/figures.ts';
import type { Interval } from '../../evaluation/figures/confidenceFigures.ts';
import { type OutcomeFigures, wantedKinds } from '../../evaluation/figures/outcomeFigures.ts';
import { armsText, typesText } from './breakdownText.ts';
import { between, none, number, percent, rate, right, clip, formatTable } from '../output/table.ts';

/** The figures in readable form. */
export function evaluationText(figures: EvaluationFigures): string {
  const answers = figures.presets.length > 0 && figures.alwaysRefuse.judged > 0;
  const retrieval = figures.presets.some((preset) => preset.retrieval.questions > 0);
  const blocks = [
    head(figures),
    ...(answers
      ? [
          `Outcomes (shares of the judged questions; utility = right - 2 x wrong)\n${outcomeTable(figures)}\n${baselineNote(figures)}`,
          `What was wanted, and what came\n${confusionTable(figures)}`,
          `Confidence\n${confidenceTable(figures)}\n${guaranteeNote(figures)}`,
          `Answers and proof\n${proofTable(figures)}`,
        ]
      : []),
    ...(retrieval ? [`Retrieval (questions that can be answered)\n${retrievalTable(figures)}`] : []),
    ...(figures.arms ? [armsText(figures.arms)] : []),
    ...figures.presets.map((preset) => typesText(preset, figures.arms)),
    notes(figures),
  ];
  return blocks.filter(Boolean).join('\n\n');
}

function head(figures: EvaluationFigures): string {
  const { set, questions, documents, chunks, embedder, chatModel, machine, date } = figures;
  return `${set}: ${questions} questions over ${documents} documents (${chunks} chunks)\n${embedder ?? 'no embedder'}, chat model ${chatModel ?? 'none'}; ${machine.cpus} x ${machine.model}; ${date.slice(0, 10)}`;
}

/** Each preset, and below it what its answers would be worth without its judgement. */
function outcomeTable(figures: EvaluationFigures): string {
  const columns = [
    { title: 'preset' },
    right('right'),
    right('95 %'),
    right('wrong'),
    right('95 %'),
    right('refused rightly'),
    right('over-refused'),
    right('found@screen'),
    right('utility'),
    right('95 %'),
    right('wrong of answered'),
    right('confident, wrong'),
  ];
  return formatTable(columns, [
    ...figures.presets.flatMap(outcomeRows),
    ['always refuse', ...outcomeCells(figures.alwaysRefuse, null)],
  ]);
}

function outcomeRows({ preset, baselines: { alwaysAnswer, cosineOnly }, ...figures }: PresetFigures): string[][] {
  return [
    [preset, ...outcomeCells(figures, figures.intervals.utility)],
    ['  always answer', ...outcomeCells(alwaysAnswer, alwaysAnswer.utilityInterval)],
    ...(cosineOnly
      ? [[`  cosine from ${number(cosineOnly.threshold, 2)}`, ...outcomeCells(cosineOnly, cosineOnly.utilityInterval)]]
      : []),
  ];
}

function outcomeCells(outcome: OutcomeFigures, utility: Interval): string[] {
  const { judged } = outcome;
  return [
    percent(outcome.rightAnswers, judged),
    between(outcome.rightInterval),
    percent(outcome.wrongAnswers, judged),
    between(outcome.wrongInterval),
    percent(outcome.rightRefusals + outcome.okRefusals, judged),
    percent(outcome.overRefusals, judged),
    percent(outcome.onScreen, outcome.answerable),
    number(outcome.utility),
    utility ? `${number(utility[0], 2)}–${number(utility[1], 2)}` : none,
    rate(outcome.selectiveRisk),
    rate(outcome.confidentWrong),
  ];
}

function baselineNote({ presets }: EvaluationFigures): string {
  const estimated = presets
    .filter(({ baselines }) => baselines.alwaysAnswer.estimated > 0)
    .map(({ preset, baselines: { alwaysAnswer } }) => `${preset} ${alwaysAnswer.estimated}`);
  return [
    "Always answer: the preset's own answers, and what naive said where it refused. Cosine: these answers from the threshold on that is best for these very questions: more than it can do on others.",
    ...(estimated.length > 0
      ? [
          `Refused by the preset and not answered by naive, so right where the best document is relevant: ${estimated.join(', ')}.`,
        ]
      : []),
  ].join('\n');
}

function confusionTable({ presets }: EvaluationFigures): string {
  const columns = [
    { title: 'preset' },
    { title: 'wanted' },
    right('questions'),
    right('answered'),
    right('right of them'),
    right('abstained'),
    right('asked back'),
  ];
  return formatTable(
    columns,
    presets.flatMap(({ preset, confusion }) =>
      wantedKinds.flatMap((wanted) => {
        const row = confusion[wanted];
        const total = row.Answer + row.Abstention + row.Clarification;
        return total === 0
          ? []
          : [
              [
                preset,
                wanted,
                String(total),
                String(row.Answer),
                String(row.right),
                String(row.Abstention),
                String(row.Clarification),
              ],
            ];
      }),
    ),
  );
}

function confidenceTable(figures: EvaluationFigures): string {
  const columns = [
    { title: 'preset' },
    right('AUROC answerable'),
    right('AUROC right'),
    right('95 %'),
    right('ECE'),
    right('95 %'),
    right('Brier'),
    right('AURC'),
    right('AUGRC'),
    right('95 %'),
    right('covered at 1 / 2 / 5 % risk'),
  ];
  const span = (interval: Interval) => (interval ? `${number(interval[0], 2)}–${number(interval[1], 2)}` : none);
  return formatTable(
    columns,
    figures.presets.map(({ preset, confidence: { intervals, ...confidence } }) => [
      preset,
      number(confidence.aurocAnswerable),
      number(confidence.aurocRight),
      span(intervals.aurocRight),
      number(confidence.calibrationError),
      span(intervals.calibrationError),
      number(confidence.brier),
      number(confidence.aurc),
      number(confidence.augrc),
      span(intervals.augrc),
      confidence.coverageAtRisk.map(({ coverage }) => `${(100 * coverage).toFixed(0)} %`).join(' / '),
    ]),
  );
}

function guaranteeNote({ presets }: EvaluationFigures): string {
  const parts = presets.map(
    ({
      preset,
      confidence: {
        guarantee: { threshold, answered, wrong },
      },
    }) =>
      threshold === null
        ? `${preset} none`
        : `${preset} from ${number(threshold, 2)} (${answered} tested, ${wrong} wrong)`,
  );
  return `Can be guaranteed with 95 % confidence, at most 5 % wrong of the answered: ${parts.join(', ')}.`;
}

function proofTable(figures: EvaluationFigures): string {
  const columns = [
    { title: 'preset' },
    right('holds reference'),
    right('token F1'),
    right('words on screen'),
    right('claims'),
    right('supported'),
    right('citations'),
    right('valid'),
    right('misled'),
    right('p50 ms'),
    right('p95 ms'),
    right('tokens'),
    right('faults'),
  ];
  return formatTable(
    columns,
    figures.presets.map(({ preset, match, screenWords, claims, citations, misled, latency, tokens, faults }) => [
      preset,
      rate(match.containment),
      number(match.tokenF1),
      number(screenWords, 0),
      String(claims.count),
      rate(claims.supportedShare),
      String(citations.count),
      rate(citations.validShare),
      misled.questions === 0 ? none : percent(misled.count, misled.questions),
      number(latency.p50, 0),
      number(latency.p95, 0),
      number(tokens, 0),
      String(faults),
    ]),
  );
}

function retrievalTable(figures: EvaluationFigures): string {
  const columns = [
    { title: 'preset' },
    right('questions'),
    right('recall@5'),
    right('recall@10'),
    right('recall@30'),
    right('all@10'),
    right('MRR'),
    right('nDCG@10'),
  ];
  return formatTable(
    columns,
    figures.presets.map(({ preset, retrieval }) => [
      preset,
      String(retrieval.questions),
      number(retrieval.recallAt5),
      number(retrieval.recallAt10),
      number(retrieval.recallAt30),
      number(retrieval.allAt10),
      number(retrieval.meanReciprocalRank),
      number(retrieval.ndcgAt10),
    ]),
  );
}

function notes(figures: EvaluationFigures): string {
  const [first] = figures.presets;
  const soft = first
    ? [
        ...(first.yardsticks.EVIDENCE > 0
          ? [
              `${first.yardsticks.EVIDENCE} questions have essays as references: right when a sentence of the evidence is given.`,
            ]
          : []),
        ...(first.yardsticks.CITATION > 0
          ? [
              `${first.yardsticks.CITATION} questions have essays or nothing as references: right when a relevant document is cited.`,
            ]
          : []),
      ]
    : [];
  const failed =
    figures.failedDocuments.length > 0
      ? [
          `${figures.failedDocuments.length} documents were not ingested, first: ${clip(figures.failedDocuments[0] ?? '', 120)}`,
        ]
      : [];
  return [...soft, ...failed].join('\n');
}
