import { CandorError } from '../../errors.ts';
import { verificationJson, verificationText } from '../output/checkText.ts';
import type { Command } from '../command.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'Replay a citation of a recorded run, and tell whether it still holds today.',
  usage: 'verify RUN NUMBER',
  positionals: [2, 2],
  flags: {},
  examples: ['verify 01900000-0000-7000-8000-000000000001 1'],
  notes:
    'RUN is the id that an answer ends with, NUMBER the one of its citation. Ends with 1 when the citation does not hold today.',
  async run({ positionals: [runId = '', given = ''], terminal, signal, print, withApp }) {
    const number = /^\d{1,6}$/.test(given) ? Number(given) : Number.NaN;
    if (Number.isNaN(number))
      throw new CandorError('BAD_INPUT', `NUMBER must be the number of a citation, and is "${given}".`, {
        remedy: 'Usage: candor verify RUN NUMBER',
      });
    return withApp(async (app, caller) => {
      const verification = await app.grounding.verifyCitation(caller, { runId, number }, { signal });
      const ids = [
        ...new Set([verification.documentId, ...(verification.today ? [verification.today.documentId] : [])]),
      ];
      const documents = await app.knowledge.documents(caller, ids);
      const keys = new Map(documents.flatMap((document) => (document ? [[document.id, document.key]] : [])));
      print({
        json: verificationJson(verification, keys),
        text: verificationText(verification, keys, terminal.columns),
      });
      return verification.holdsToday === true ? 0 : 1;
    });
  },
};
