import { Link } from 'wouter';
import { ConsoleFitDocument } from '../generated/graphql.ts';
import { Problem } from '../shell/state.tsx';
import { useChange } from '../shell/useChange.ts';
import { useMayManage } from '../shell/workspace.ts';
import { words } from '../words/words.ts';

/**
 * The way from judgements to a calibration: judge, then fit and use it at once. Too few judgements are refused with how
 * many it takes.
 */
export function FitForm() {
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
