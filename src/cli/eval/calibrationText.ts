import type { Certificate } from '../../confidence/calibration/learnThenTest.ts';
import type { ConfidenceCalibration } from '../../evaluation/calibrate/calibrateConfidence.ts';
import type { StoredCalibration } from '../../learning/calibrations/calibration.ts';
import { between, none, number, rate, right, formatTable } from '../output/table.ts';
import type { Calibration } from '../../evaluation/calibrate/calibrateFusion.ts';
import {
  leastGain,
  leastQuestions,
  otherLanguages,
  type FitVerdict,
  type FusionFit,
} from '../../evaluation/calibrate/fitFusion.ts';
import type { StoredWeights } from '../../retrieval/fuse/fittedWeights.ts';

/** What was fitted: methods, tiers, guarantee and sweep, one block per language. */
export function confidenceText(calibrations: readonly StoredCalibration[]): string {
  return calibrations
    .map((calibration) =>
      [
        `Confidence for ${calibration.language === 'und' ? 'every language' : calibration.language}: ${calibration.sampleSize} questions of ${calibration.fit.families} families (calibration ${calibration.id}${calibration.activatedAt ? ', in use' : ', a draft'})`,
        methodTable(calibration),
        '',
        tierText(calibration),
        ...guaranteeText(calibration),
        '',
        sweepTable(calibration),
      ].join('\n'),
    )
    .join('\n\n');
}

function methodTable({ fit: { methods, calibrator } }: StoredCalibration): string {
  const rows = methods.map(({ method, logLoss, brier, ece, auroc }) => [
    method === calibrator.method ? `${method} (chosen)` : method,
    number(logLoss),
    number(brier),
    number(ece),
    number(auroc),
  ]);
  return formatTable(
    [{ title: 'method, cross-validated' }, right('log loss'), right('Brier'), right('ECE'), right('AUROC')],
    rows,
  );
}

function tierText({ fit: { eceBefore, eceAfter, uncertainFrom, confidentFrom } }: StoredCalibration): string {
  return `Calibration error ${number(eceBefore)} as it ships, ${number(eceAfter)} fitted. UNCERTAIN from ${number(uncertainFrom)}, CONFIDENT from ${number(confidentFrom)}.`;
}

function guaranteeText({ fit: { certificate, pairs, audit } }: StoredCalibration): string[] {
  if (certificate === null) return ['No guarantee: --alpha 0.05 asks for one.'];
  const rows = pairs.map((pair) => [
    rate(pair.alpha),
    pair.threshold === null ? none : number(pair.threshold),
    rate(pair.threshold === null ? null : pair.coverage),
    pair.threshold === null ? none : `${pair.wrong} of ${pair.answered}`,
    pair.threshold === null ? neededText(pair) : '',
  ]);
  return [
    sentenceOf(certificate),
    '',
    `What could be guaranteed at confidence ${rate(1 - certificate.delta)}, one at a time`,
    formatTable(
      [right('wrong at most'), right('from'), right('answered'), right('wrong'), { title: 'it would take' }],
      rows,
    ),
    ...(audit
      ? [
          `Questions that nobody chose by: ${audit.questions}, of which ${audit.answered} answered and ${audit.wrong} of those wrong.`,
        ]
      : []),
  ];
}

function sentenceOf(certificate: Certificate): string {
  const { alpha, delta, threshold, answered, wrong, upperBound, coverage, coverageInterval, needed } = certificate;
  const asked = `at most ${rate(alpha)} wrong among answered, at confidence ${rate(1 - delta)}`;
  if (threshold === null)
    return `No guarantee is possible: ${asked} is not supported by these labels. ${needed === null ? 'More labels would not help: too many answers are wrong.' : `It would take ${neededText(certificate)}.`}`;
  return `Guaranteed: ${asked}. Tested on ${answered} answers with ${wrong} wrong (bound ${rate(upperBound)}); ${rate(coverage)} of questions are answered (${between(coverageInterval)}).`;
}

function neededText({ needed }: Pick<Certificate, 'needed'>): string {
  return needed === null ? 'more labels would not do' : `about ${needed.toLocaleString('en')} labelled questions`;
}

function sweepTable({ fit: { sweep, uncertainFrom } }: StoredCalibration): string {
  const shown = sweep.filter((_, index) => index % 5 === 0);
  const isGate = (index: number) =>
    uncertainFrom >= (shown[index]?.threshold ?? 0) && uncertainFrom < (shown[index + 1]?.threshold ?? 2);
  return formatTable(
    [right('gate at'), right('right'), right('wrong'), right('missed'), right('right - 2 wrong'), { title: '' }],
    shown.map((row, index) => [
      number(row.threshold, 2),
      String(row.right),
      String(row.wrong),
      String(row.missed),
      String(row.utility),
      isGate(index) ? '<- the gate' : '',
    ]),
  );
}

/** The questions and documents that gave no label. */
export function leftOutText({
  leftOut,
  refused,
  failedDocuments,
}: Pick<ConfidenceCalibration, 'leftOut' | 'refused' | 'failedDocuments'>): string {
  const { notJudged, withoutDocuments } = leftOut;
  return [
    ...(notJudged > 0 ? [`Left out: ${notJudged} questions whose set does not say what is right.`] : []),
    ...(refused.length > 0
      ? [`Left out: ${refused.length} questions that are asked back or refused for another reason than the gate.`]
      : []),
    ...(withoutDocuments > 0
      ? [`Left out: ${withoutDocuments} questions whose relevant documents are not in the workspace.`]
      : []),
    ...failedDocuments.map((failed) => `Not ingested: ${failed}`),
  ].join('\n');
}

/** The calibrations of a workspace, one per line. */
export function confidenceListText(calibrations: readonly StoredCalibration[]): string {
  if (calibrations.length === 0)
    return 'No calibrations: the confidence is the one that ships. "candor calibrate DIR" fits it.';
  const rows = calibrations.map(({ id, createdAt, language, source, sampleSize, fit, activatedAt, stale }) => [
    id,
    createdAt.toISOString().slice(0, 10),
    language,
    source.toLowerCase(),
    String(sampleSize),
    fit.calibrator.method,
    number(fit.eceBefore),
    number(fit.eceAfter),
    fit.certificate?.threshold === undefined || fit.certificate.threshold === null ? none : rate(fit.certificate.alpha),
    stale ? 'stale' : activatedAt ? 'in use' : 'no',
  ]);
  return formatTable(
    [
      { title: 'calibration' },
      { title: 'fitted' },
      { title: 'language' },
      { title: 'labels of' },
      right('labels'),
      { title: 'method' },
      right('ECE before'),
      right('after'),
      right('guaranteed'),
      { title: 'used' },
    ],
    rows,
  );
}

const verdicts: Readonly<Record<FitVerdict, string>> = {
  BETTER: 'stored',
  NO_BETTER: `not stored: less than ${leastGain} better`,
  TOO_FEW: `not stored: fewer than ${leastQuestions} questions`,
  ONE_DOCUMENT: 'not stored: all questions name the same document first, so none can be held out',
};

/** What was fitted, one line per language, and what could not be used. */
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
    ...failedDocuments.map((failed) => `Not ingested: ${failed}`),
  ].join('\n');
}

function languageCell({ language, languages }: FusionFit): string {
  return language === otherLanguages ? `${language} (${languages.join(', ')})` : language;
}

/** The weights of a workspace, one line per language. */
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
