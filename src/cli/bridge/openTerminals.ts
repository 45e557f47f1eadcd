import type { App } from '../../app.ts';
import { messageOf } from '../../errors.ts';
import type { CommandContext } from '../command.ts';
import { answerTerminals, type TerminalDoor } from './answerTerminals.ts';

/**
 * Lets other commands run in this process, for a command that keeps the data folder open. Undefined where none has to: with a database server, or when
 * this command itself runs in a process that already does. Where no socket can be made, the command works all the same.
 */
export async function openTerminals(
  app: App,
  { config, runOver, sent }: Pick<CommandContext, 'config' | 'runOver' | 'sent'>,
): Promise<TerminalDoor | undefined> {
  if (config.databaseUrl || sent) return undefined;
  try {
    return await answerTerminals(config.dataFolder, (line) => runOver(app, line));
  } catch (error) {
    app.log.warn('other commands cannot run in this process', { error: messageOf(error) });
    return undefined;
  }
}
