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
  const doubt = doubtOf(outcome);
  // Of a refusal, a number beside "nothing answers it" would seem to say otherwise, as would a high one beside a doubt.
  const hasNumber = !curated && outcome.__typename === 'Answer' && !isHeldBack(outcome) && doubt === null;
  return (
    <>
      <span className="tier">{words.tiers[outcome.tier]}</span>
      {hasNumber && <span className="number">{numberIn(outcome)}</span>}
      <span className="muted">
        {curated ? words.answer.curated : doubt === null ? words.tierSays[outcome.tier] : words.doubts[doubt]}
      </span>
    </>
  );
}

const numberIn = ({ confidence }: Pick<Outcome, 'confidence'>): string =>
  formatMessage(words.trust.of, { display: Math.round(confidence.display) });

/** From here on an answer is CONFIDENT on the built-in scale. */
const confidentFrom = 93;

/** Whether an answer is UNCERTAIN in spite of its number. */
const isHeldBack = ({ tier, confidence }: Pick<Outcome, 'tier' | 'confidence'>): boolean =>
  tier === 'UNCERTAIN' && confidence.display >= confidentFrom;

/** What an answer of that tier lacks. */
type Doubted = Pick<Outcome, 'tier' | 'confidence'> & {
  readonly __typename: Outcome['__typename'];
  readonly degraded: readonly { readonly part: string }[];
  readonly conflicts?: readonly unknown[];
  readonly notices?: readonly unknown[];
  readonly claims?: readonly { readonly wording: string | null }[];
};

/** Why an answer is UNCERTAIN: unread, or held back in spite of its number; the first that applies. Null: the number says it. */
export function doubtOf(outcome: Doubted): keyof typeof words.doubts | null {
  if (outcome.__typename !== 'Answer' || outcome.tier !== 'UNCERTAIN') return null;
  const { degraded, conflicts = [], claims = [], notices = [] } = outcome;
  if (degraded.some(({ part }) => part === 'READER')) return 'unread';
  if (!isHeldBack(outcome)) return null;
  if (conflicts.length > 0) return 'edition';
  if (notices.length > 0) return 'noticed';
  return claims.some(({ wording }) => wording === 'REWORDED') ? 'reworded' : null;
}

function Why({ outcome: { __typename: kind, confidence, run } }: { readonly outcome: Outcome }) {
  const gate = run?.gate ? percentOf(run.gate.uncertainFrom) : null;
  return (
    <>
      {gate !== null && <Scale value={Math.round(confidence.display)} gate={gate} />}
      <p className="small">
        {numberIn({ confidence })}. {/* How often answers like it were right says nothing of a refusal. */}
        {confidence.calibration === null
          ? words.trust.seed
          : kind === 'Answer' && formatMessage(words.trust.fitted, { n: confidence.calibration.sampleSize })}{' '}
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
