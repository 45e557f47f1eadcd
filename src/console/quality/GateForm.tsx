import { useId, useState } from 'react';
import { type Caution, ConsoleSetGateDocument, type ConsoleQualityQuery } from '../generated/graphql.ts';
import { Problem } from '../shell/state.tsx';
import { useChange } from '../shell/useChange.ts';
import { useMayManage } from '../shell/workspace.ts';
import { percentOf, words } from '../words/words.ts';
import { numberToSet } from './gateScale.ts';
import { Sweep, type SweepPoint } from './Sweep.tsx';

type Gate = ConsoleQualityQuery['workspace']['gate'];

const cautions: readonly Caution[] = ['STRICT', 'BALANCED', 'GENEROUS'];

interface Given {
  readonly gate: Gate;
  /** Of the calibration in use: its own gate and what each gate does to the judged questions. */
  readonly calibrated: number | null;
  readonly sweep: readonly SweepPoint[];
}

/** From which confidence on is answered: one of three measured points, or a number. */
export function GateForm({ gate, calibrated, sweep }: Given) {
  const mayManage = useMayManage();
  const change = useChange(ConsoleSetGateDocument);
  const name = useId();
  return (
    <section className="section" aria-labelledby="gate">
      <h2 id="gate">{words.quality.gate}</h2>
      <p>{words.trust.gate(percentOf(gate.uncertainFrom))}</p>
      <fieldset disabled={!mayManage || change.isPending} className="cautions">
        <legend className="unseen">{words.quality.gate}</legend>
        {cautions.map((caution) => (
          <label key={caution} className="caution">
            <input
              type="radio"
              name={name}
              checked={gate.caution === caution}
              onChange={() => change.mutate({ input: { caution } })}
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
        set={(to) => change.mutate({ input: { uncertainFrom: numberToSet(to, calibrated) } })}
      />
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
      <label htmlFor={id}>{words.quality.number(value)}</label>
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
        {point ? words.quality.would(point.right, point.wrong, point.missed) : words.quality.noSweep}
      </p>
      <button type="button" disabled={disabled || value === percentOf(from)} onClick={() => set(value / 100)}>
        {words.quality.set}
      </button>
    </div>
  );
}
