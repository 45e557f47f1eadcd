import type { Calibration } from '../../evaluation/calibrate/calibrateFusion.ts';
import {
  leastGain,
  leastQuestions,
  otherLanguages,
  type FitVerdict,
  type FusionFit,
} from '../../evaluation/calibrate/fitFusion.ts';
import type { StoredWeights } from '../../retrieval/fuse/fittedWeights.ts';
import { number, right } from './figureCells.ts';
import { formatTable } from '../output/table.ts';

const verdicts: Readonly<Record<FitVerdict, string>> = {
  BETTER: 'stored',
  NO_BETTER: `not stored: less than ${leastGain} better`,
  TOO_FEW: `not stored: fewer than ${leastQuestions} questions`,
  ONE_DOCUMENT: 'not stored: all questions name the same document first, so none can be held out',
};

/** What was fitted, a line a language, and what could not be used. */
export function calibrationText({ fits, stored, notScorable, withoutDocuments, failedDocuments }: Calibration): string {
  const rows = fits.map((fit) => [
    languageCell(fit),
    String(fit.questionCount),
    String(fit.weights.vectorWeight),
    String(fit.weights.keywordWeight),
    number(fit.before),
    number(fit.after),
    verdicts[fit.verdict],
  ]);
  const kept = stored
    .filter(({ language }) => fits.some((fit) => fit.language === language && fit.verdict !== 'BETTER'))
    .map(({ language }) => language);
  return [
    formatTable(
      [
        { title: 'language' },
        right('questions'),
        right('vector'),
        right('keyword'),
        right('before'),
        right('after'),
        { title: 'weights' },
      ],
      rows,
    ),
    '',
    'before: nDCG@10 with the weights in use. after: on questions held out of the fit (5 folds).',
    ...(kept.length > 0
      ? [
          `The weights in use were written down for ${kept.join(', ')}, so that those of "${otherLanguages}" do not reach it.`,
        ]
      : []),
    ...(notScorable > 0
      ? [`Left out: ${notScorable} questions that cannot be answered or name no relevant document.`]
      : []),
    ...(withoutDocuments > 0
      ? [`Left out: ${withoutDocuments} questions whose relevant documents are not in the workspace.`]
      : []),
    ...failedDocuments.map((failed) => `Not taken in: ${failed}`),
  ].join('\n');
}

function languageCell({ language, languages }: FusionFit): string {
  return language === otherLanguages ? `${language} (${languages.join(', ')})` : language;
}

/** The weights of a workspace, a line a language. */
export function storedText(weights: readonly StoredWeights[]): string {
  if (weights.length === 0) return 'No weights are stored. "candor calibrate DIR --fusion" fits them.';
  const rows = weights.map((each) => [
    each.language,
    String(each.vectorWeight),
    String(each.keywordWeight),
    String(each.questionCount),
    number(each.ndcgBefore),
    number(each.ndcgAfter),
    each.fittedAt.toISOString().slice(0, 10),
    each.usable ? 'yes' : 'no: another embedder',
    each.embedder,
  ]);
  return formatTable(
    [
      { title: 'language' },
      right('vector'),
      right('keyword'),
      right('questions'),
      right('before'),
      right('after'),
      { title: 'fitted' },
      { title: 'used' },
      { title: 'embedder' },
    ],
    rows,
  );
}
