import { CandorError } from '../errors.ts';
import { nearest } from './nearest.ts';

/**
 * What a command with several verbs is to do, and to what: `list` when nothing is said, which takes no name; every
 * other verb takes one.
 * @throws BAD_INPUT
 */
export function verbOf<Verb extends string>(
  [given = 'list', name]: readonly string[],
  verbs: readonly ('list' | Verb)[],
  usage: string,
): readonly ['list' | Verb, string] {
  const verb = verbs.find((each) => each === given);
  const suggestion = verb === undefined ? nearest(given, verbs) : undefined;
  if (verb === undefined)
    throw new CandorError('BAD_INPUT', `"${given}" is nothing to do here.`, {
      details: { verb: given },
      remedy: suggestion === undefined ? `Usage: candor ${usage}` : `Did you mean ${suggestion}?`,
    });
  if ((verb === 'list') === (name === undefined)) return [verb, name ?? ''];
  throw new CandorError('BAD_INPUT', verb === 'list' ? `Unexpected argument "${name ?? ''}".` : `Missing argument.`, {
    remedy: `Usage: candor ${usage}`,
  });
}
