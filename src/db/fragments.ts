import { identifier, type Parameter, sql, type SqlFragment } from './statement.ts';

/**
 * The access fence: rows of a document that everyone may read, or that one of the asker's groups may; null is an asker
 * who may read all.
 * @param document the alias of the table `document`
 * @param drafts whether the asker reads drafts; left out: every state passes
 */
export function visible(
  document: string,
  accessGroups: Parameter<readonly string[] | null>,
  drafts?: Parameter<boolean>,
): SqlFragment {
  const groups = sql`${identifier(document)}.access_groups`;
  if (drafts)
    return sql`${visible(document, accessGroups)} and (${drafts} or ${identifier(document)}.state = 'PUBLISHED')`;
  return sql`(${accessGroups}::text[] is null or ${groups} = '{}' or ${groups} && ${accessGroups})`;
}

/** Versions that are valid at an instant. @param version the alias of the table `document_version` */
export function validAt(version: string, instant: Parameter<Date>): SqlFragment {
  const v = identifier(version);
  return sql`${v}.effective_from <= ${instant} and (${v}.effective_until is null or ${v}.effective_until > ${instant})`;
}
