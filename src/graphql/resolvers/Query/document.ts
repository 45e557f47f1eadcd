import type { QueryResolvers } from '../../generated/types.ts';

export const document: NonNullable<QueryResolvers['document']> = async (_root, { id }, { loaders }) => (await loaders.document.load(id)) ?? null;
