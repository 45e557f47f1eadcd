import { formatMessage, percentOf, signedOf, words } from '../words/words.ts';
import type { Outcome, Confidence } from './outcome.ts';

/** What is less would be shown as 0.0. */
const leastShown = 0.05;

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
  // Both sides are found surely; what is uncertain is which of them holds, and no number says that.
  if (outcome.__typename === 'Answer' && outcome.conflicts.some(({ resolution }) => resolution === 'UNRESOLVED'))
    return (
      <>
        <span className="tier">{words.conflict.title}</span>
        <span className="muted">{words.conflict.UNRESOLVED}</span>
      </>
    );
  return (
    <>
      <span className="tier">{words.tiers[outcome.tier]}</span>
      {/* Of a refusal, a number beside "nothing answers it" would seem to say otherwise; the scale is a click away. */}
      {!curated && outcome.__typename === 'Answer' && (
        <span className="number">
          {formatMessage(words.trust.of, { display: Math.round(outcome.confidence.display) })}
        </span>
      )}
      <span className="muted">{curated ? words.answer.curated : words.tierSays[outcome.tier]}</span>
    </>
  );
}

function Why({ outcome: { confidence, run } }: { readonly outcome: Outcome }) {
  const gate = run?.gate ? percentOf(run.gate.uncertainFrom) : null;
  return (
    <>
      {gate !== null && <Scale value={Math.round(confidence.display)} gate={gate} />}
      <p className="small">
        {confidence.calibration
          ? formatMessage(words.trust.fitted, { n: confidence.calibration.sampleSize })
          : words.trust.seed}{' '}
        {gate !== null && formatMessage(words.trust.gate, { gate })}
      </p>
      <Signals signals={confidence.signals} />
    </>
  );
}

function Signals({ signals }: { readonly signals: Confidence['signals'] }) {
  const weighed = signals.filter(({ contribution }) => Math.abs(contribution) >= leastShown);
  // They come largest first.
  const [largest] = weighed;
  if (!largest) return null;
  return (
    <>
      <p className="small">{words.trust.adds}</p>
      <dl className="signals">
        {weighed.map(({ name, contribution }) => (
          <div key={name}>
            <dt>{words.signals[name]}</dt>
            <dd>
              <Contribution value={contribution} largest={Math.abs(largest.contribution)} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Scale({ value, gate }: { readonly value: number; readonly gate: number }) {
  return (
    <div className="scale" role="img" aria-label={formatMessage(words.trust.scale, { value, gate })}>
      <span className="scale-value" style={{ inlineSize: `${value}%` }} />
      <span className="scale-gate" style={{ insetInlineStart: `${gate}%` }} />
    </div>
  );
}

/** The number, and a bar from the middle to the side of its sign. */
function Contribution({ value, largest }: { readonly value: number; readonly largest: number }) {
  return (
    <span className="contribution">
      <span className="bar" aria-hidden="true">
        <span
          className={value < 0 ? 'lowers' : 'raises'}
          style={{ inlineSize: `${(Math.abs(value) / largest) * 50}%` }}
        />
      </span>
      <bdi>{signedOf(value)}</bdi>
    </span>
  );
}
