import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { largeParts } from '../agent/runs/runs.ts';

/** The large parts of runs that a query does not ask for, so that a list need not read them. */
export function unaskedParts(info: GraphQLResolveInfo): (typeof largeParts)[number][] {
  const asked = fieldsBelow(info);
  return largeParts.filter((part) => !asked.has(part));
}

/**
 * The names of all fields that are asked for below a field, however deep, those of fragments included. A condition
 * (`@skip`, `@include`) is not looked at: what is left out by one counts as asked for.
 */
function fieldsBelow({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const names = new Set<string>();
  const spread = new Set<string>();
  const collect = (selectionSet: SelectionSetNode | undefined): void => {
    for (const selection of selectionSet?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        if (spread.has(name)) continue;
        spread.add(name);
        collect(fragments[name]?.selectionSet);
        continue;
      }
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      collect(selection.selectionSet);
    }
  };
  for (const { selectionSet } of fieldNodes) collect(selectionSet);
  return names;
}
