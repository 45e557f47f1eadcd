/**
 * How a command ended, for scripts. 0: done, or answered. 1: a fault, or a result that is one, such as a failed check.
 * 2: wrong usage; it comes from `runCli` alone. 3: the question was not answered. 4: it was asked back.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4;
