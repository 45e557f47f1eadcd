import type { CommandContext } from '../command.ts';
import type { Progress } from '../terminal/progress.ts';

export interface Stages {
  /** The progress of a stage; another one before it ends. @param total null: nobody knows */
  show(label: string, total: number | null): Progress;
  finish(): void;
}

/** One progress at a time: a stage's clock starts with it, so that the time left is its own. */
export function createStages(context: Pick<CommandContext, 'progress'>): Stages {
  let stage: { label: string; progress: Progress } | undefined;
  const finish = () => stage?.progress.finish();
  return {
    finish,
    show: (label: string, total: number | null): Progress => {
      if (stage?.label === label) return stage.progress;
      finish();
      stage = { label, progress: context.progress(label, total) };
      return stage.progress;
    },
  };
}
