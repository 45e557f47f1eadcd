import { basename, resolve } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { foreignQuestions } from '../../evaluation/question.ts';
import { readQuestions } from '../../evaluation/formats/readSet.ts';
import type { SetQuestion } from '../../evaluation/question.ts';
import { sampleByType } from '../../evaluation/question.ts';
import type { CommandContext } from '../command.ts';
import { cannotWrite } from '../../evaluation/run/runRecord.ts';

interface ChosenSet {
  readonly all: readonly SetQuestion[];
  /** The questions to ask: a part of the set, and questions from other sets. */
  readonly chosen: readonly SetQuestion[];
}

/**
 * The questions of a set as selected by --limit, --foreign and --split.
 * @throws BAD_INPUT
 */
export async function chooseQuestions(
  folder: string,
  { flags, signal }: Pick<CommandContext, 'flags' | 'signal'>,
  seed: number,
): Promise<ChosenSet> {
  const all = await readQuestions(folder, signal, flags.text('split'));
  const limit = flags.integer('limit');
  const own = limit === undefined ? all : sampleByType(all, limit, seed);
  const others = flags.list('foreign') ?? [];
  const sets = await Promise.all(
    others.map(async (path) => ({ name: basename(resolve(path)), questions: await readQuestions(path, signal) })),
  );
  const foreignLimit = flags.integer('foreign-limit') ?? own.filter(({ answerable }) => answerable).length;
  return { all, chosen: [...own, ...foreignQuestions(all, sets, { limit: foreignLimit, seed })] };
}

/** @throws BAD_INPUT for a path that cannot be written */
export async function writeOutput(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw cannotWrite(path, error);
  });
}
