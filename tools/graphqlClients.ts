/** The clients' packages stand in tools/node_modules, which only a file of this folder can import. */
export { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
export { relayStylePagination } from '@apollo/client/utilities';
export { Client, fetchExchange } from '@urql/core';
