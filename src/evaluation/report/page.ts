import type { Interval } from '../figures/confidenceFigures.ts';
import type { EvaluationFigures, PresetFigures } from '../figures/figures.ts';
import { type ConfidentError, type OutcomeFigures, wantedKinds } from '../figures/outcomeFigures.ts';
import { histogramChart, nearest, outcomesChart, reliabilityChart, riskChart, sweepChart } from './curves.ts';
import { type Content, figure, figureWith, html, type Html, type Row, share, shareWith, table } from './html.ts';

/** The page is about `candor` if it was evaluated, or else about the preset that was named last. */
function leadOf({ presets }: EvaluationFigures): PresetFigures | undefined {
  return presets.find(({ preset }) => preset === 'candor') ?? presets.at(-1);
}

/** A report as one page that loads nothing. Everything that comes from documents and questions is escaped. */
export function reportPage(figures: EvaluationFigures): string {
  const lead = leadOf(figures);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${figures.set}: how far the answers can be trusted</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${{ markup: style }}</style></head>
<body><main>
<h1>${figures.set}: how far the answers can be trusted</h1>
<p class="quiet">${figures.questions} questions over ${figures.documents} documents, ${figures.date.slice(0, 10)}. ${figures.embedder ?? 'No embedder'}, chat model: ${figures.chatModel ?? 'none'}.</p>
${lead && lead.judged > 0 ? body(figures, lead) : html`<p class="lead">No question was judged: this set measures retrieval alone.</p>${proofTable(figures)}`}
${foot(figures)}
</main></body></html>
`;
  return page.markup;
}

function body(figures: EvaluationFigures, lead: PresetFigures): Html {
  return html`${headline(lead)}
<div class="pair">
<section>${heading('What became of the questions', 'Each bar holds all questions that can be judged.', 'much green, no orange: a refusal costs a person a minute, a wrong answer costs trust.')}${outcomesChart(figures)}</section>
<section>${heading('How many can be answered at which risk', 'Questions are answered surest first; the further right, the more of them.', 'a line that stays at the bottom for long before it climbs.')}${riskChart(leadFirst(figures, lead))}</section>
</div>
${heading('The presets beside what needs no judgement', 'Under each preset: its answers given always, and given where the best passage is similar enough to the question.', 'a utility above all baselines; below 0, refusing everything would be better.')}
${outcomeTable(figures)}
<p class="quiet">Utility: a right answer counts 1, a wrong one −2, a refusal 0, on average. Small figures: 95 % intervals. Always answer: what a preset refused is judged by the answer of naive${estimatedNote(figures)}. * The threshold is the best one for these very questions, so on others cosine does worse.</p>
<div class="pair">
<section>${heading('Can the confidence be taken at its word?', 'Of ten answers with a confidence of 0.8, eight should be right.', 'a line along the dotted diagonal; below it, the confidence is too high.')}${reliabilityChart(leadFirst(figures, lead))}</section>
<section>${heading(`Where ${lead.preset} is sure, and whether rightly`, 'All questions by their confidence; a refused one counts by what its answer would have been.', 'orange at the left, green at the right.')}${histogramChart(lead)}</section>
<section>${heading(`Where to set the gate of ${lead.preset}`, sweepSentence(lead), 'both lines low where the gate stands.')}${sweepChart(lead)}${guaranteeNote(lead)}</section>
<section>${heading(`What was wanted of ${lead.preset}, and what it did`, 'A question without an answer should be refused, a vague one asked back.', 'few answers in the rows abstain and clarify.')}${confusionTable(lead)}</section>
</div>
${heading('The confidence in figures', 'AUROC: how often a right answer has the higher confidence of a pair; ECE: how far the confidence is off; AURC and AUGRC: risk over all shares answered.', 'AUROC near 1; ECE, AURC and AUGRC near 0.')}
${confidenceTable(figures)}
${heading(`Kinds of questions, worst first: ${lead.preset}`, 'Where it fails is where documents or the product need work.', 'no kind with a utility below 0.')}
${typeTable(lead)}
${heading('Answers, proof and time', 'Every quote is compared with the stored document.', '100 % of the quotes found: anything less is a fault of the product.')}
${proofTable(figures)}
${heading(`The most confident errors of ${lead.preset}`, lead.confidentErrors.length === 0 ? 'No answer was wrong.' : 'Wrong answers, surest first. Some are right in other words than the set has: read before you judge.', 'an empty list.')}
${errorList(lead.confidentErrors)}`;
}

function leadFirst({ presets }: EvaluationFigures, lead: PresetFigures): PresetFigures[] {
  return [lead, ...presets.filter((preset) => preset !== lead)];
}

function heading(title: string, meaning: string, good: string): Html {
  return html`<h2>${title}</h2><p>${meaning} <span class="quiet">Good: ${good}</span></p>`;
}

function headline(lead: PresetFigures): Html {
  const {
    judged,
    preset,
    rightAnswers,
    wrongAnswers,
    rightRefusals,
    okRefusals,
    overRefusals,
    baselines: { alwaysAnswer },
  } = lead;
  const refused = rightRefusals + okRefusals + overRefusals;
  return html`<p class="lead">Of ${judged} questions, ${preset} answers <strong>${rightAnswers + wrongAnswers}</strong>: <strong>${rightAnswers} rightly</strong> and <strong>${wrongAnswers} wrongly</strong>. It refuses ${refused}, and ${rightRefusals + okRefusals} of these have no answer here.</p>
<p>Had it answered every question, ${alwaysAnswer.wrongAnswers} answers would be wrong. Its refusals avoid ${alwaysAnswer.wrongAnswers - wrongAnswers} wrong answers and cost ${Math.max(0, alwaysAnswer.rightAnswers - rightAnswers)} right ones.</p>`;
}

function sweepSentence({
  gate,
  confidence: {
    curves: { sweep },
  },
}: PresetFigures): string {
  const at = gate === null ? undefined : nearest(sweep, gate);
  return at
    ? `A higher gate is wrong less often and misses more. At ${figure(gate)}, ${share(at.missed)} of the right answers are missed, and ${share(at.risk)} of what passes is wrong.`
    : 'A higher gate is wrong less often and misses more.';
}

function guaranteeNote({
  confidence: {
    guarantee: { threshold, answered, wrong, alpha, delta, needed },
  },
}: PresetFigures): Content {
  const sure = `at most ${share(alpha)} of the answers wrong, with ${share(1 - delta)} confidence`;
  if (threshold !== null)
    return html`<p class="quiet">Guaranteed for questions like these, from ${figure(threshold)} on: ${sure} (${answered} tested, ${wrong} wrong).</p>`;
  return html`<p class="quiet">No gate can be guaranteed to have ${sure}. ${needed === null ? 'Even the surest answers are wrong too often, so more questions would not help.' : `It would take about ${needed} questions like these.`}</p>`;
}

function estimatedNote({ presets }: EvaluationFigures): string {
  return presets.some(({ baselines }) => baselines.alwaysAnswer.estimated > 0)
    ? ', or where there is none, by whether the best document is the right one'
    : '';
}

function foot({ command, machine, seed, failedDocuments }: EvaluationFigures): Html {
  return html`<h2>To run it again</h2><p><code>${command}</code></p>
<p class="quiet">Seed ${seed}; ${machine.cpus} × ${machine.model}, Node ${machine.node}.${failedDocuments.length > 0 ? ` ${failedDocuments.length} documents could not be ingested.` : ''} Intervals are drawn by families of questions that share a document. Figures hold for questions like these; others may be harder.</p>`;
}

const wantedInWords: Readonly<Record<string, string>> = {
  abstain: 'A refusal: the documents do not say it.',
  clarify: 'A question back: it can be meant in several ways.',
};

/** A list of errors that open one by one; the first is open. */
function errorList(errors: readonly ConfidentError[]): Content {
  return errors.map(
    (error, index) => html`<details${index === 0 ? html` open` : ''}><summary>${error.question}</summary><dl>
<dt>Confidence</dt><dd>${figure(error.confidence)}${error.tier === null ? '' : ` (${error.tier})`}; question ${error.questionId}, kind ${error.type}</dd>
<dt>Answer</dt><dd>${error.text}</dd>
<dt>Wanted</dt><dd>${wantedInWords[error.expected] ?? (error.references.length > 0 ? error.references.join('\n') : error.expected)}</dd>
${error.citations.length === 0 ? '' : html`<dt>Quoted</dt>${error.citations.map(({ documentId, quote }) => html`<dd><blockquote>${quote}<br><small>${documentId}</small></blockquote></dd>`)}`}
</dl></details>`,
  );
}

/**
 * The page's only style sheet. Series colours are those of Okabe and Ito, which colour-blind people can distinguish;
 * the dark theme needs lighter ones. Charts are drawn 420 units wide and never wider than 640 px, so that their 13-unit
 * letters are readable on a phone and not too large on a screen.
 */
const style = `
:root { color-scheme: light dark; --page: #fff; --card: #f6f7f9; --ink: #1b1f24; --quiet: #59636e; --rule: #d5dae0; --good: #00694b; --bad: #b34700;
  --s0: #0072b2; --s1: #b34700; --s2: #00795a; --s3: #a4508b; --s4: #8a6d00; --s5: #3f8ac4; --s6: #59636e;
  --right: #00795a; --wrong: #c24e00; --refused: #a9c7dd; --missed: #d9c9a3; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171b; --card: #1d2127; --ink: #e8ebee; --quiet: #a3adb8; --rule: #39414a; --good: #4fd1a5; --bad: #ff9d5c;
    --s0: #56b4e9; --s1: #ff9d5c; --s2: #4fd1a5; --s3: #e59bcb; --s4: #f0e442; --s5: #9dc8f0; --s6: #a3adb8;
    --right: #35b78b; --wrong: #f0803c; --refused: #41627a; --missed: #6e6242; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif; overflow-wrap: break-word; }
main { max-width: 1160px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 4px; } h2 { font-size: 1.2rem; line-height: 1.3; margin: 48px 0 4px; }
p { margin: 0 0 12px; max-width: 90ch; } .quiet { color: var(--quiet); font-size: .9rem; }
.lead { font-size: 1.2rem; line-height: 1.5; margin: 20px 0 12px; max-width: 80ch; } .lead strong { white-space: nowrap; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 40px; } @media (min-width: 900px) { .pair { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
figure { margin: 0; max-width: 640px; } svg { display: block; width: 100%; height: auto; font: 13px system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
svg text { fill: var(--quiet); } svg .label { fill: var(--ink); } .grid { stroke: var(--rule); } .axis { stroke: var(--quiet); } .ideal { stroke: var(--quiet); stroke-dasharray: 2 4; } .gate { stroke: var(--ink); stroke-dasharray: 6 3; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; list-style: none; margin: 4px 0 12px; padding: 0; font-size: .9rem; } .legend svg { display: inline-block; width: 28px; height: 12px; margin-right: 6px; vertical-align: 0; }
.scroll { overflow-x: auto; margin: 8px 0 12px; border: 1px solid var(--rule); border-radius: 6px; } .scroll:focus-visible { outline: 2px solid var(--s0); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; } th, td { padding: 6px 12px; text-align: right; white-space: nowrap; border-top: 1px solid var(--rule); }
thead th { white-space: normal; min-width: 5em; border-top: 0; color: var(--quiet); font-weight: 600; vertical-align: bottom; } th:first-child, td:first-child { text-align: left; } tbody th { font-weight: 600; } tr.under th, tr.under td { color: var(--quiet); font-weight: 400; border-top: 0; padding-top: 0; } tr.under th { padding-left: 28px; }
small { color: var(--quiet); font-size: .85em; }
details { background: var(--card); border-radius: 6px; padding: 10px 14px; margin: 8px 0; } summary { cursor: pointer; font-weight: 600; } details dl { margin: 10px 0 0; } dt { color: var(--quiet); font-size: .85rem; margin-top: 8px; } dd { margin: 0; white-space: pre-line; } blockquote { margin: 4px 0; padding-left: 12px; border-left: 3px solid var(--rule); }
code { font: .9em ui-monospace, "DejaVu Sans Mono", monospace; background: var(--card); padding: 1px 4px; border-radius: 3px; overflow-wrap: anywhere; }
@media (max-width: 480px) { figure svg { font-size: 15.5px; } .legend svg { font-size: inherit; } }
@media print { details { break-inside: avoid; } }
`;

/** Each preset, followed by the same answers without its judgement, and by refusing everything. */
function outcomeTable({ presets, alwaysRefuse }: EvaluationFigures): Content {
  const titles = [
    '',
    'right',
    'wrong',
    'refused rightly',
    'refused too much',
    'found@screen',
    'wrong of answered',
    'utility',
  ];
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
    shareWith(outcome.onScreen, outcome.answerable, null),
    share(outcome.selectiveRisk, 1),
    figureWith(outcome.utility, utility),
  ];
}

/** How well each preset's confidence works. */
function confidenceTable({ presets }: EvaluationFigures): Content {
  const titles = [
    '',
    'separates right from wrong (AUROC)',
    'separates answerable from not (AUROC)',
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
function proofTable({ presets }: EvaluationFigures): Content {
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

/** Expected kinds against actual outcomes. */
function confusionTable({ preset, confusion }: PresetFigures): Content {
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
function typeTable({ preset, byType }: PresetFigures): Content {
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
