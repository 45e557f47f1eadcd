import { Link } from 'wouter';
import { useId, useState } from 'react';
import { useData, useChange } from '../request.ts';
import {
  ConsoleQualityDocument,
  type ConsoleQualityQuery,
  ConsoleFitDocument,
  type Caution,
  ConsoleSetGateDocument,
  ConsoleSetWordingDocument,
} from '../generated/graphql.ts';
import { hasChat, wordings } from '../ask/Wording.tsx';
import { Loading, Problem, useTitle, useMayManage, useWorkspace } from '../page.tsx';
import { formatMessage, dayOf, momentOf, percentOf, words } from '../words/words.ts';
import { type SweepPoint, sweepIn } from './calibrationReport.ts';
import { ReliabilityCurve, Sweep } from './curves.tsx';
import { numberToSet } from './gateScale.ts';

type Quality = ConsoleQualityQuery;

/** How sure answers must be, what is guaranteed about them, and whether the guarantee still holds. */
export function QualityPage() {
  useTitle(words.pages.quality);
  const { data, error, refetch } = useData(ConsoleQualityDocument, {});
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const inUse = data.calibration?.stale ? null : data.calibration;
  const sweep = data.calibration ? sweepIn(data.calibration.report) : [];
  return (
    <>
      <div className="page-head">
        <h1>{words.pages.quality}</h1>
      </div>
      <Health health={data.workspace.health} />
      <GateForm gate={data.workspace.gate} calibrated={inUse?.uncertainFrom ?? null} sweep={inUse ? sweep : []} />
      <WordingForm />
      <Guarantee guarantee={data.workspace.guarantee} />
      <Calibration calibration={data.calibration} sweep={sweep} />
    </>
  );
}

const looks = { OK: 'fine', WATCH: 'warn', ALARM: 'bad' } as const;

function Health({ health }: { readonly health: NonNullable<Quality['workspace']>['health'] }) {
  return (
    <section className={`note ${looks[health.status]}`} aria-labelledby="health">
      <h2 id="health">{words.quality.health[health.status]}</h2>
      <p dir="auto">{health.message}</p>
      <p className="muted small">{formatMessage(words.quality.checked, { moment: momentOf(health.checkedAt) })}</p>
    </section>
  );
}

function Guarantee({ guarantee }: { readonly guarantee: NonNullable<Quality['workspace']>['guarantee'] }) {
  return (
    <section className="section" aria-labelledby="guarantee">
      <h2 id="guarantee">{words.quality.guarantee}</h2>
      {guarantee ? (
        <>
          <p>
            {formatMessage(words.quality.guaranteed, {
              share: percentOf(guarantee.alpha),
              sure: percentOf(1 - guarantee.delta),
            })}
          </p>
          <p className="muted small">
            {formatMessage(words.quality.tested, {
              wrong: guarantee.wrong,
              answered: guarantee.answered,
              coverage: percentOf(guarantee.coverage),
            })}
          </p>
          {guarantee.status !== 'HOLDS' && (
            <p className="note warn">
              {words.quality.guaranteeStates[guarantee.status]} {guarantee.reason}
            </p>
          )}
        </>
      ) : (
        <p className="muted">{words.quality.noGuarantee}</p>
      )}
    </section>
  );
}

interface CalibrationGiven {
  readonly calibration: Quality['calibration'];
  readonly sweep: readonly SweepPoint[];
}

function Calibration({ calibration, sweep }: CalibrationGiven) {
  return (
    <section className="section" aria-labelledby="calibration">
      <h2 id="calibration">{words.quality.calibration}</h2>
      {calibration ? (
        <>
          <p>
            {formatMessage(words.quality.fitted, { n: calibration.sampleSize, day: dayOf(calibration.createdAt) })}{' '}
            {formatMessage(words.quality.error, {
              before: percentOf(calibration.eceBefore),
              after: percentOf(calibration.eceAfter),
            })}{' '}
            {calibration.stale && words.quality.stale}
          </p>
          <ReliabilityCurve sweep={sweep} />
        </>
      ) : (
        <p className="muted">{words.quality.uncalibrated}</p>
      )}
      <FitForm />
    </section>
  );
}

/**
 * The steps from judgements to a calibration: judge, then fit and activate it at once. With too few judgements, fitting
 * is refused with the number required.
 */
function FitForm() {
  const mayManage = useMayManage();
  const fit = useChange(ConsoleFitDocument);
  return (
    <>
      <div className="actions">
        <Link href="/quality/judge" className="button">
          {words.judge.title}
        </Link>
        {mayManage && (
          <button
            type="button"
            disabled={fit.isPending}
            onClick={() => fit.mutate({ input: { activate: true, delta: 0.05, seed: 1 } })}
          >
            {fit.isPending ? words.quality.fitting : words.quality.fit}
          </button>
        )}
      </div>
      {fit.error && <Problem error={fit.error} />}
    </>
  );
}

type Gate = NonNullable<ConsoleQualityQuery['workspace']>['gate'];

const cautions: readonly Caution[] = ['STRICT', 'BALANCED', 'GENEROUS'];

interface Given {
  readonly gate: Gate;
  /** The calibration in use: its own gate, and the effect of each gate on the judged questions. */
  readonly calibrated: number | null;
  readonly sweep: readonly SweepPoint[];
}

/** Sets the confidence from which a question is answered: one of three measured points, or a number. */
function GateForm({ gate, calibrated, sweep }: Given) {
  const mayManage = useMayManage();
  const change = useChange(ConsoleSetGateDocument);
  const name = useId();
  return (
    <section className="section" aria-labelledby="gate">
      <h2 id="gate">{words.quality.gate}</h2>
      <p>{formatMessage(words.trust.gate, { gate: percentOf(gate.uncertainFrom) })}</p>
      <fieldset disabled={!mayManage || change.isPending} className="cautions">
        <legend className="unseen">{words.quality.gate}</legend>
        {cautions.map((caution) => (
          <label key={caution} className="caution">
            <input
              type="radio"
              name={name}
              checked={gate.caution === caution}
              onChange={() => change.mutate({ gate: { caution } })}
            />
            <span>
              <strong>{words.quality.cautions[caution]}</strong>
              <span className="muted small">{words.quality.cautionSays[caution]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Slider
        key={gate.uncertainFrom}
        gate={gate}
        sweep={sweep}
        disabled={!mayManage || change.isPending}
        set={(to) => change.mutate({ gate: { uncertainFrom: numberToSet(to, calibrated) } })}
      />
      {change.error && <Problem error={change.error} />}
      {!mayManage && <p className="muted small">{words.quality.adminOnly}</p>}
    </section>
  );
}

/** Sets whose words answers have where a question does not say; nothing where no model writes any. */
function WordingForm() {
  const { wording: chosen } = useWorkspace();
  const mayManage = useMayManage();
  const change = useChange(ConsoleSetWordingDocument);
  const name = useId();
  if (!hasChat()) return null;
  return (
    <section className="section" aria-labelledby="wording">
      <h2 id="wording">{words.ask.wording}</h2>
      <fieldset disabled={!mayManage || change.isPending} className="cautions">
        <legend className="unseen">{words.ask.wording}</legend>
        {wordings.map((wording) => (
          <label key={wording} className="caution">
            <input type="radio" name={name} checked={chosen === wording} onChange={() => change.mutate({ wording })} />
            <span>{words.ask.wordings[wording]}</span>
          </label>
        ))}
      </fieldset>
      {change.error && <Problem error={change.error} />}
      {!mayManage && <p className="muted small">{words.quality.adminOnly}</p>}
    </section>
  );
}

interface SliderGiven {
  readonly gate: Gate;
  readonly sweep: readonly SweepPoint[];
  readonly disabled: boolean;
  readonly set: (uncertainFrom: number) => void;
}

function Slider({ gate, sweep, disabled, set }: SliderGiven) {
  const id = useId();
  const from = gate.uncertainFrom;
  const [value, setValue] = useState(percentOf(from));
  const point = sweep.findLast(({ threshold }) => threshold <= value / 100);
  return (
    <div className="stack slider">
      {sweep.length > 0 && <Sweep sweep={sweep} at={value / 100} />}
      <label htmlFor={id}>{formatMessage(words.quality.number, { value })}</label>
      <input
        id={id}
        type="range"
        min={5}
        max={95}
        value={value}
        disabled={disabled}
        onChange={(event) => setValue(Number(event.target.value))}
      />
      <p className="small muted" aria-live="polite">
        {point
          ? formatMessage(words.quality.would, { right: point.right, wrong: point.wrong, missed: point.missed })
          : words.quality.noSweep}
      </p>
      <button type="button" disabled={disabled || value === percentOf(from)} onClick={() => set(value / 100)}>
        {words.quality.set}
      </button>
    </div>
  );
}
