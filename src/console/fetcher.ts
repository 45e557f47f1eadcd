import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import { type DocumentNode, Kind, parse } from 'graphql';

/**
 * Queries over HTTP, subscriptions over graphql-ws, both to the server that the page came from. Headers typed into
 * GraphiQL go along as connection parameters.
 */
export function createFetcher({ origin }: Pick<Location, 'origin'>): Fetcher {
  const send = createGraphiQLFetcher({
    url: `${origin}/graphql`,
    subscriptionUrl: `${origin.replace(/^http/, 'ws')}/graphql`,
    // The server has no @defer and no @stream.
    enableIncrementalDelivery: false,
  });
  return (request, options = {}) => {
    const document = parsed(request.query);
    const name = document && onlyOperation(document);
    return document && name
      ? send({ ...request, operationName: name }, { ...options, documentAST: document })
      : send(request, options);
  };
}

/**
 * GraphiQL 5.4 learns the operation's name up to 100 ms after a tab was opened; run at once, it sends this query under
 * the last tab's name.
 */
function onlyOperation({ definitions }: DocumentNode): string | undefined {
  const [operation, ...others] = definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [definition] : [],
  );
  return others.length === 0 ? operation?.name?.value : undefined;
}

/** Undefined for what does not parse: the server says why. */
function parsed(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}
