import { useData } from '../api/request.ts';
import { ConsoleQualityDocument, type ConsoleQualityQuery } from '../generated/graphql.ts';
import { Loading, Problem } from '../shell/state.tsx';
import { useTitle } from '../shell/useTitle.ts';
import { dayOf, momentOf, percentOf, words } from '../words/words.ts';
import { FitForm } from './FitForm.tsx';
import { GateForm } from './GateForm.tsx';
import { ReliabilityCurve } from './ReliabilityCurve.tsx';

type Quality = ConsoleQualityQuery;

/** How sure answers must be, what is promised of them, and whether it still holds. */
export function QualityPage() {
  useTitle(words.pages.quality);
  const { data, error, refetch } = useData(ConsoleQualityDocument, {});
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const inUse = data.calibration?.stale ? null : data.calibration;
  return (
    <>
      <div className="page-head">
        <h1>{words.pages.quality}</h1>
      </div>
      <Health health={data.workspace.health} />
      <GateForm gate={data.workspace.gate} calibrated={inUse?.uncertainFrom ?? null} sweep={inUse?.sweep ?? []} />
      <Guarantee guarantee={data.workspace.guarantee} />
      <Calibration calibration={data.calibration} />
    </>
  );
}

const looks = { OK: 'fine', WATCH: 'warn', ALARM: 'bad' } as const;

function Health({ health }: { readonly health: Quality['workspace']['health'] }) {
  return (
    <section className={`note ${looks[health.status]}`} aria-labelledby="health">
      <h2 id="health">{words.quality.health[health.status]}</h2>
      <p dir="auto">{health.message}</p>
      <p className="muted small">{words.quality.checked(momentOf(health.checkedAt))}</p>
    </section>
  );
}

function Guarantee({ guarantee }: { readonly guarantee: Quality['workspace']['guarantee'] }) {
  return (
    <section className="section" aria-labelledby="promise">
      <h2 id="promise">{words.quality.promise}</h2>
      {guarantee ? (
        <>
          <p>{words.quality.promised(percentOf(guarantee.alpha), percentOf(1 - guarantee.delta))}</p>
          <p className="muted small">
            {words.quality.tested(guarantee.wrong, guarantee.answered, percentOf(guarantee.coverage))}
          </p>
          {guarantee.status !== 'HOLDS' && (
            <p className="note warn">
              {words.quality.promiseStates[guarantee.status]} {guarantee.reason}
            </p>
          )}
        </>
      ) : (
        <p className="muted">{words.quality.noPromise}</p>
      )}
    </section>
  );
}

function Calibration({ calibration }: { readonly calibration: Quality['calibration'] }) {
  return (
    <section className="section" aria-labelledby="calibration">
      <h2 id="calibration">{words.quality.calibration}</h2>
      {calibration ? (
        <>
          <p>
            {words.quality.fitted(calibration.sampleSize, dayOf(calibration.createdAt))}{' '}
            {words.quality.error(percentOf(calibration.eceBefore), percentOf(calibration.eceAfter))}{' '}
            {calibration.stale && words.quality.stale}
          </p>
          <ReliabilityCurve sweep={calibration.sweep} />
        </>
      ) : (
        <p className="muted">{words.quality.uncalibrated}</p>
      )}
      <FitForm />
    </section>
  );
}
