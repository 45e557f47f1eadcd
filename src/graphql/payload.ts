import { isCandorError } from '../errors.ts';
import type { UserError } from '../knowledge/document.ts';
import { type GraphQLContext, forgetLoaded } from './context.ts';
import { isCorrectable } from './errors.ts';

/** A fault as data, with the input field to correct if it is known. */
export interface UserFault extends UserError {
  readonly field?: string | null;
}

/**
 * Returns the payload of a mutation: the result of `change` with no errors, or `nothing` with the fault that the caller
 * can correct.
 * @throws every other fault
 */
export async function payload<Changed extends object, Nothing extends object>(
  { loaders }: Pick<GraphQLContext, 'loaders'>,
  nothing: Nothing,
  change: () => Changed | Promise<Changed>,
): Promise<(Changed | Nothing) & { readonly errors: readonly UserFault[] }> {
  try {
    return { ...(await change()), errors: [] };
  } catch (fault) {
    if (!isCandorError(fault) || !isCorrectable(fault.code)) throw fault;
    const { code, message, remedy, details } = fault;
    const field = typeof details['field'] === 'string' ? details['field'] : null;
    return { ...nothing, errors: [{ code, message, remedy, field }] };
  } finally {
    // The payload's own fields must see what the mutation wrote.
    forgetLoaded(loaders);
  }
}
