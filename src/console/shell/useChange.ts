import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { refresh, request } from '../api/request.ts';
import type { TypedDocumentString } from '../generated/graphql.ts';

/** A mutation after which everything on the screen is asked for again. */
export function useChange<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
): UseMutationResult<Result, Error, Variables> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => request(document, variables),
    onSuccess: () => refresh(client),
  });
}
