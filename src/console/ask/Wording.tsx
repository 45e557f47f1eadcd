import type { AnswerWording } from '../generated/graphql.ts';
import { useWorkspace } from '../page.tsx';
import { words } from '../words/words.ts';

export const wordings: readonly AnswerWording[] = ['QUOTED', 'WRITTEN'];

/** Whether there is a model to write: the server says so in the page that it serves. */
export const hasChat = (): boolean => 'chat' in document.documentElement.dataset;

/** Chooses whose words the answers that follow have; nothing where no model writes any. */
export function WordingChoice({
  chosen,
  choose,
}: {
  /** Null: the workspace's. */
  readonly chosen: AnswerWording | null;
  readonly choose: (wording: AnswerWording) => void;
}) {
  const workspace = useWorkspace();
  if (!hasChat()) return null;
  return (
    <label className="wording-choice small">
      {words.ask.wording}{' '}
      <select
        value={chosen ?? workspace.wording}
        onChange={({ target: { value } }) => {
          const wording = wordings.find((each) => each === value);
          if (wording) choose(wording);
        }}
      >
        {wordings.map((wording) => (
          <option key={wording} value={wording}>
            {words.ask.wordings[wording]}
          </option>
        ))}
      </select>
    </label>
  );
}
