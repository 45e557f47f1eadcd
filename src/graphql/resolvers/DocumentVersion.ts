import { CandorError } from '../../errors.ts';
import { pageOfBlocks } from '../blockPage.ts';
import type { DocumentVersionResolvers } from '../generated/types.ts';
import { toPageRequest } from '../inputs.ts';
import { requestLimits } from '../limits.ts';

export const DocumentVersion: DocumentVersionResolvers = {
  chunks: ({ id }, page, { loaders }) => loaders.chunksOf(toPageRequest(page)).load(id),
  // Thirty aliases of one text of 5 MB are thirty values, and a reply of 150 MB.
  text: ({ text }, _arguments, { sent }) => {
    sent.characters += text.length;
    if (sent.characters <= requestLimits.textCharacters) return text;
    throw new CandorError('BAD_INPUT', `The texts in the result have more than ${requestLimits.textCharacters.toLocaleString('en')} characters.`, {
      details: { maxCharacters: requestLimits.textCharacters }, remedy: 'Ask for the texts of fewer versions at once.',
    });
  },
  blocks: async ({ id }, page, { loaders }) => pageOfBlocks(await loaders.blocksOf.load(id), toPageRequest(page)),
};
