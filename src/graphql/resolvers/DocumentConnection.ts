import type { DocumentConnectionResolvers } from '../generated/types.ts';

export const DocumentConnection: DocumentConnectionResolvers = { pageInfo: (page) => page };
