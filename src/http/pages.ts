import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';

/** Built by Vite; from src/http and from dist/http alike. */
const built = fileURLToPath(new URL('../../dist/console/', import.meta.url));

/** The pages for people. */
export function pageRoutes({ local, graphiql = true }: { readonly local: boolean; readonly graphiql?: boolean }, folder: string = built): Router {
  const pages = Router()
    .get('/', (request, response) => void response.type('html').send(home(`${request.protocol}://${request.get('host') ?? ''}`, local, graphiql)));
  if (!graphiql) return pages;
  return pages.get('/graphiql', (_request, response) => {
      if (existsSync(`${folder}graphiql.html`)) response.set('Cache-Control', 'no-cache').sendFile('graphiql.html', { root: folder });
      else response.status(503).type('html').send(notBuilt);
    })
    // Vite puts a hash of the content into every name there.
    .use('/assets', express.static(`${folder}assets`, { immutable: true, maxAge: '1y', index: false, fallthrough: true }));
}

const page = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%230b57a4'/%3E%3Cpath d='M22.5 11.5a8 8 0 1 0 0 9' fill='none' stroke='%23fff' stroke-width='4' stroke-linecap='round'/%3E%3C/svg%3E">
<style>
body { font: 16px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 4rem auto; padding: 0 1.25rem; color: light-dark(#1c2230, #e6e9f0); background: light-dark(#fff, #12151c) }
h1 { font-size: 1.75rem; margin: 0 } p { margin: .75rem 0 } a { color: light-dark(#0b57a4, #8ec2ff) }
pre { padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: .5rem; background: light-dark(#f2f4f8, #1d222d); font-size: .8125rem }
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

/** `origin` comes from the Host header, so it is escaped. */
const home = (origin: string, local: boolean, graphiql: boolean): string => page('Candor', `<h1>Candor</h1>
<p>Answers questions over your own documents, and says when it does not know.</p>
${graphiql ? '<p><a href="/graphiql">GraphiQL</a>: ask in the browser, with examples and the whole schema.</p>\n<p>Or from a shell:</p>' : '<p>From a shell:</p>'}
<pre>curl -s ${escapeHtml(origin)}/graphql \\
  -H 'content-type: application/json' \\
${local ? '' : "  -H 'authorization: Bearer ck_…' \\\n"}  -d '{
  "query": "query ($ask: AskInput!) { ask(input: $ask) { __typename ... on Answer { text } ... on Abstention { message } } }",
  "variables": { "ask": { "question": "How long can I void a label?" } }
}'</pre>
<p>Server: <a href="/healthz">alive</a> · <a href="/readyz">ready</a></p>`);

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const notBuilt = page('GraphiQL is not built yet', `<h1>GraphiQL is not built yet</h1>
<p>The first <code>npm start</code> builds it: this page comes back by itself when it is there, in some seconds. It stays away? Run <code>npm run build</code> in Candor's folder. The API at <code>/graphql</code> works without it.</p>`,
'<meta http-equiv="refresh" content="3">\n');
