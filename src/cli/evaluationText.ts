import type { EvaluationFigures } from '../evaluation/evaluationJson.ts';
import type { OutcomeFigures } from '../evaluation/figures.ts';
import { armsText } from './armsText.ts';
import { none, number, percent, rate, right } from './figureCells.ts';
import { clip, formatTable } from './table.ts';
import { typesText } from './typeText.ts';

/** The figures for a person. */
export function evaluationText(figures: EvaluationFigures): string {
  const answers = figures.presets.length > 0 && figures.alwaysRefuse.judged > 0;
  const retrieval = figures.presets.some((preset) => preset.retrieval.questions > 0);
  const blocks = [
    head(figures),
    ...(answers ? [`Outcomes (shares of the judged questions; utility = right - 2 x wrong)\n${outcomeTable(figures)}`, `Confidence and proof\n${confidenceTable(figures)}`] : []),
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

function outcomeTable(figures: EvaluationFigures): string {
  const columns = [{ title: 'preset' }, right('right'), right('wrong'), right('refused rightly'), right('over-refused'), right('utility'), right('wrong of answered'), right('confident, wrong'), right('unanswerable, confident')];
  return formatTable(columns, [...figures.presets.map((preset) => [preset.preset, ...outcomeCells(preset)]), ['always refuse', ...outcomeCells(figures.alwaysRefuse)]]);
}

function outcomeCells(outcome: OutcomeFigures): string[] {
  const { judged } = outcome;
  return [
    percent(outcome.rightAnswers, judged), percent(outcome.wrongAnswers, judged), percent(outcome.rightRefusals + outcome.okRefusals, judged), percent(outcome.overRefusals, judged),
    number(outcome.utility), rate(outcome.selectiveRisk), rate(outcome.confidentWrong), rate(outcome.unanswerableConfident),
  ];
}

function confidenceTable(figures: EvaluationFigures): string {
  const columns = [{ title: 'preset' }, right('AUROC answerable'), right('AUROC right'), right('ECE'), right('Brier'), right('citations'), right('valid'), right('misled'), right('p50 ms'), right('p95 ms'), right('faults')];
  return formatTable(columns, figures.presets.map(({ preset, confidence, citations, misled, latency, faults }) => [
    preset, number(confidence.aurocAnswerable), number(confidence.aurocRight), number(confidence.calibrationError), number(confidence.brier),
    String(citations.count), rate(citations.validShare), misled.questions === 0 ? none : percent(misled.count, misled.questions),
    number(latency.p50, 0), number(latency.p95, 0), String(faults),
  ]));
}

function retrievalTable(figures: EvaluationFigures): string {
  const columns = [{ title: 'preset' }, right('questions'), right('recall@5'), right('recall@10'), right('recall@30'), right('all@10'), right('MRR'), right('nDCG@10')];
  return formatTable(columns, figures.presets.map(({ preset, retrieval }) => [
    preset, String(retrieval.questions), number(retrieval.recallAt5), number(retrieval.recallAt10), number(retrieval.recallAt30), number(retrieval.allAt10), number(retrieval.meanReciprocalRank), number(retrieval.ndcgAt10),
  ]));
}

function notes(figures: EvaluationFigures): string {
  const [first] = figures.presets;
  const soft = first ? [
    ...(first.yardsticks.EVIDENCE > 0 ? [`${first.yardsticks.EVIDENCE} questions have essays as references: right when a sentence of the evidence is given.`] : []),
    ...(first.yardsticks.CITATION > 0 ? [`${first.yardsticks.CITATION} questions have essays or nothing as references: right when a relevant document is cited.`] : []),
  ] : [];
  const failed = figures.failedDocuments.length > 0 ? [`${figures.failedDocuments.length} documents were not taken in, first: ${clip(figures.failedDocuments[0] ?? '', 120)}`] : [];
  return [...soft, ...failed].join('\n');
}
