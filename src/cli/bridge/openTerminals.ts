import type { App } from '../../app.ts';
import { abortFault, orAbort } from '../../clock.ts';
import { messageOf } from '../../errors.ts';
import type { CommandContext } from '../command.ts';
import { answerTerminals, type SentLine, type TerminalDoor } from './answerTerminals.ts';

/** Commands that would say that nothing is known while the first knowledge is still being loaded. */
const askingCommands: ReadonlySet<string> = new Set(['ask', 'search']);

/**
 * Lets other commands run in this process, for a command that keeps the data folder open. Undefined where none has to:
 * with a database server, or when this command itself runs in a process that already does. Where no socket can be made,
 * the command works all the same.
 * @param knowledge what is asked is asked when this is settled; left out: at once
 */
export async function openTerminals(
  app: App,
  { config, runOver, sent }: Pick<CommandContext, 'config' | 'runOver' | 'sent'>,
  knowledge?: Promise<unknown>,
): Promise<TerminalDoor | undefined> {
  if (config.databaseUrl || sent) return undefined;
  try {
    let loading = knowledge;
    const loaded = () => {
      loading = undefined;
    };
    loading?.then(loaded, loaded);
    return await answerTerminals(config.dataFolder, async (line) => {
      if (loading && askingCommands.has(line.args[0] ?? '')) await untilLoaded(loading, line);
      return runOver(app, line);
    });
  } catch (error) {
    app.log.warn('other commands cannot run in this process', { error: messageOf(error) });
    return undefined;
  }
}

/** Settles when the knowledge is there, or nobody waits any more. A load that fails ends the process that loads. */
async function untilLoaded(knowledge: Promise<unknown>, { terminal, signal }: SentLine): Promise<void> {
  terminal.err('The knowledge is still being loaded; this runs as soon as it is there.\n');
  await orAbort(knowledge, signal, abortFault).catch(() => undefined);
}
