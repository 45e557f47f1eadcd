import { z } from 'zod';

/** What a reading notes of a page for the next. */
export const pageNote = z.object({
  etag: z.string().nullable().catch(null),
  lastModified: z.string().nullable().catch(null),
  /** Where it leads to, below the prefix: a page that has not changed is not sent again. */
  links: z.array(z.string()).catch([]),
  /** It was gone at the last reading; at the next it is deleted. */
  missed: z.boolean().catch(false),
});

export type PageNote = z.infer<typeof pageNote>;

/** Statuses of a page that is gone. All others may pass. */
export const goneStatuses: ReadonlySet<unknown> = new Set([404, 410]);

/** The headers by which a server says that a page is the same. */
export function conditions({
  etag,
  lastModified,
}: Pick<PageNote, 'etag' | 'lastModified'>): Readonly<Record<string, string>> {
  return {
    ...(etag === null ? {} : { 'If-None-Match': etag }),
    ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
  };
}
