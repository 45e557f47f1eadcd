import { percentOf, words } from '../words/words.ts';
import type { Outcome, Confidence } from './outcome.ts';

/** The tier and the confidence in plain words; the reasons are a click away. */
export function Trust({ outcome }: { readonly outcome: Outcome }) {
  const curated = outcome.__typename === 'Answer' && outcome.mode === 'CURATED';
  return (
    <details className="trust">
      <summary>
        <Verdict outcome={outcome} curated={curated} />
        <span className="why">{words.trust.why}</span>
      </summary>
      {curated ? <p>{words.trust.curated}</p> : <Why outcome={outcome} />}
    </details>
  );
}

function Verdict({ outcome, curated }: { readonly outcome: Outcome; readonly curated: boolean }) {
  // The certainty that something was found does not say which option is meant.
  if (outcome.__typename === 'Clarification')
    return (
      <>
        <span className="tier">{words.clarify.label}</span>
        <span className="muted">{outcome.options.length > 0 ? words.clarify.choose : words.clarify.reword}</span>
      </>
    );
  return (
    <>
      <span className="tier">{words.tiers[outcome.tier]}</span>
      {!curated && <span className="number">{words.trust.of(Math.round(outcome.confidence.display))}</span>}
      <span className="muted">{curated ? words.answer.curated : words.tierSays[outcome.tier]}</span>
    </>
  );
}

function Why({ outcome: { confidence, run } }: { readonly outcome: Outcome }) {
  const gate = run.gate && percentOf(run.gate.uncertainFrom);
  return (
    <>
      {gate !== null && <Scale value={Math.round(confidence.display)} gate={gate} />}
      <p className="small">
        {confidence.calibration ? words.trust.fitted(confidence.calibration.sampleSize) : words.trust.seed}{' '}
        {gate !== null && words.trust.gate(gate)}
      </p>
      <dl className="signals">
        {evidenceOf(confidence.signals).map(({ name, value }) => (
          <div key={name}>
            <dt>{words.signals[name]}</dt>
            <dd>{typeof value === 'boolean' ? value ? words.trust.yes : words.trust.no : <Amount share={value} />}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Scale({ value, gate }: { readonly value: number; readonly gate: number }) {
  return (
    <div className="scale" role="img" aria-label={words.trust.scale(value, gate)}>
      <span className="scale-value" style={{ inlineSize: `${value}%` }} />
      <span className="scale-gate" style={{ insetInlineStart: `${gate}%` }} />
    </div>
  );
}

function Amount({ share }: { readonly share: number }) {
  return (
    <span className="amount">
      <span className="bar" aria-hidden="true">
        <span style={{ inlineSize: `${percentOf(share)}%` }} />
      </span>
      {percentOf(share)}
    </span>
  );
}

interface Evidence {
  readonly name: keyof typeof words.signals;
  /** A share from 0 to 1, or a yes or no. */
  readonly value: number | boolean;
}

/**
 * Returns the signals that a person can understand, those with the greatest weight first. Signals that were not
 * measured are left out.
 */
function evidenceOf(signals: Confidence['signals']): readonly Evidence[] {
  const { vectorDistance } = signals;
  const all: readonly (readonly [Evidence['name'], number | boolean | null])[] = [
    ['answerability', signals.answerability],
    ['sentenceCoverage', signals.answerCoverage ?? signals.sentenceCoverage],
    ['idfCoverage', signals.idfCoverage],
    ['keywordNormalized', signals.keywordNormalized],
    ['similarity', vectorDistance === null ? null : Math.max(0, 1 - vectorDistance)],
    ['knownWords', signals.knownWords],
    ['answerAgreement', signals.answerAgreement],
    ['margin', signals.margin],
    ['armOverlap', signals.armOverlap],
    ['rerankScore', signals.rerankScore],
    ['timeFit', signals.timeFit],
    ['inBothArms', signals.inBothArms],
    ['answerTypePresent', signals.answerTypePresent],
    ['writerFound', signals.writerFound],
  ];
  return all.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}
