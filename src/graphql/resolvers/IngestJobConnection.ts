import type { IngestJobConnectionResolvers } from '../generated/types.ts';

export const IngestJobConnection: IngestJobConnectionResolvers = { pageInfo: (page) => page };
