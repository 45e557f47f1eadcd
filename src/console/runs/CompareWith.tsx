import { useId } from 'react';
import { useLocation } from 'wouter';
import { useData } from '../api/request.ts';
import { ConsoleOtherRunsDocument, ConsoleReplayDocument } from '../generated/graphql.ts';
import { Problem } from '../shell/state.tsx';
import { useChange } from '../shell/useChange.ts';
import { momentOf, words } from '../words/words.ts';

/** The ways to a comparison: another run of the last fifty, or the same question asked again now. */
export function CompareWith({ id }: { readonly id: string }) {
  const [, go] = useLocation();
  const name = useId();
  const replay = useChange(ConsoleReplayDocument);
  const { data } = useData(ConsoleOtherRunsDocument, {});
  const others = (data?.runs.nodes ?? []).filter((run) => run.id !== id && run.outcome !== null);
  const compare = (other: string) => go(`/runs/${id}/with/${other}`);
  return (
    <div className="compare-with">
      <label htmlFor={name} className="unseen">
        {words.compare.choose}
      </label>
      <select id={name} value="" onChange={(event) => compare(event.target.value)}>
        <option value="">{words.compare.choose}</option>
        {others.map((run) => (
          <option key={run.id} value={run.id}>
            {momentOf(run.createdAt)}: {run.question}
          </option>
        ))}
      </select>
      <button
        type="button"
        disabled={replay.isPending}
        onClick={() =>
          replay.mutate(
            { input: { id } },
            { onSuccess: ({ replayRun }) => replayRun.replay && compare(replayRun.replay.run.id) },
          )
        }
      >
        {replay.isPending ? words.compare.replaying : words.compare.replay}
      </button>
      {replay.error && <Problem error={replay.error} />}
    </div>
  );
}
