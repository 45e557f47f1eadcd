import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler, type Response, Router } from 'express';

/** Built by Vite. The path is the same from src/http and from dist/http. */
const built = fileURLToPath(new URL('../../dist/', import.meta.url));

/** Addresses of the console's pages. The console routes them itself: each is answered with the same file. */
const consolePaths = [
  '/',
  '/documents{/*rest}',
  '/runs{/*rest}',
  '/recalls',
  '/gaps',
  '/answers{/*rest}',
  '/quality{/*rest}',
  '/settings{/*rest}',
];

/** What the console's pages know of this server. */
interface Offered {
  /** Whether GraphiQL is served. Default: true. */
  readonly graphiql?: boolean;
  /** Whether a chat model is configured. Default: false. */
  readonly chat?: boolean;
}

/** Routes for the pages that people open. */
export function pageRoutes({ graphiql = true, chat = false }: Offered = {}, folder: string = built): Router {
  const offered = { graphiql, chat };
  const pages = Router()
    .get(consolePaths, (_request, response) => sendConsole(response, `${folder}console/index.html`, offered))
    .get('/candor-ask.js', box(`${folder}box`))
    .use('/assets', assets(`${folder}console/assets`));
  if (graphiql) addGraphiql(pages, folder);
  return pages.get('/{*rest}', (request, response, next) => {
    // A person who mistypes an address sees the console's own page; a program gets the coded error.
    if (request.accepts(['json', 'html']) === 'html')
      sendConsole(response.status(404), `${folder}console/index.html`, offered);
    else next();
  });
}

function addGraphiql(pages: Router, folder: string): void {
  pages
    .get('/graphiql', (_request, response) => {
      if (existsSync(`${folder}graphiql/graphiql.html`))
        response.set('Cache-Control', 'no-cache').sendFile('graphiql.html', { root: `${folder}graphiql` });
      else sendNotBuilt(response, 'GraphiQL');
    })
    .use('/assets', assets(`${folder}graphiql/assets`));
}

/** Vite puts a hash of the content into every file name there. */
const assets = (folder: string) => staticFiles(folder, { immutable: true, maxAge: '1y', index: false });

/** The console links to GraphiQL only if it is served, and lets people choose whose words they read only if a model writes. */
function sendConsole(response: Response, file: string, offered: Required<Offered>): void {
  if (!existsSync(file)) return sendNotBuilt(response, 'The console');
  const told = Object.entries(offered).flatMap(([name, isThere]) => (isThere ? ` data-${name}` : []));
  response
    .set('Cache-Control', 'no-cache')
    .type('html')
    .send(readFileSync(file, 'utf8').replace('<html', `<html${told.join('')}`));
}

/** Pages of any site may load the answer box; CANDOR_CORS_ORIGINS and the key decide what they may ask. */
function box(folder: string): RequestHandler {
  const files = staticFiles(folder, { cacheControl: false, index: false });
  return (request, response, next) => {
    if (!existsSync(`${folder}/candor-ask.js`)) {
      next();
      return;
    }
    response.set({
      'Cache-Control': 'no-cache',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    void files(request, response, next);
  };
}

const sendNotBuilt = (response: Response, what: string): void =>
  void response.status(503).set('Retry-After', '3').type('html').send(notBuilt(what));

const notBuilt = (what: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${what} is not built yet</title>
<meta http-equiv="refresh" content="2">
<style>
body { font: 16px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 4rem auto; padding: 0 1.25rem; color: light-dark(#171a20, #e9ebef); background: light-dark(#fff, #14161a) }
h1 { font-size: 1.75rem; margin: 0 } p { margin: .75rem 0 }
</style>
</head>
<body>
<main>
<h1>${what} is not built yet</h1>
<p>The first <code>npm start</code> builds it: this page comes back by itself when it is there, in some seconds. It stays away? Run <code>npm run build</code> in Candor's folder. The API at <code>/graphql</code> works without it.</p>
</main>
</body>
</html>
`;

type Options = Parameters<typeof express.static>[1];

/** The endings of the compressed copies (RFC 7932, RFC 1952) that the build writes beside a file, the smallest first. */
export const packedEndings = { br: '.br', gzip: '.gz' } as const;
type Packing = keyof typeof packedEndings;

/**
 * Serves the files of a folder: compressed for clients that accept it if the build left `<file>.br` or `<file>.gz` beside
 * the file, otherwise as they are. Each form has its own ETag, is answered with 304 if the browser has it, and varies by
 * Accept-Encoding. A range request always refers to the uncompressed file. A missing file is left to the next handler.
 * @param folder may still be empty: it is read on each request, because `npm start` builds while it serves
 */
function staticFiles(folder: string, options: Options): RequestHandler {
  const asIs = express.static(folder, options);
  const packed = (Object.keys(packedEndings) as Packing[]).map((packing) => ({
    packing,
    ending: packedEndings[packing],
    files: express.static(folder, { ...options, setHeaders: describePacked(packing) }),
  }));
  return (request, response, next) => {
    response.vary('Accept-Encoding');
    const { url } = request;
    const isWhole = request.headers.range === undefined;
    const accepted = packed.filter(({ packing }) => isWhole && request.acceptsEncodings(packing));
    const send = ([form, ...others]: typeof accepted): void => {
      if (form === undefined) return void asIs(request, response, next);
      request.url = url.replace(/^[^?]*/u, `$&${form.ending}`);
      void form.files(request, response, (fault?: unknown) => {
        request.url = url;
        if (fault) next(fault);
        else send(others);
      });
    };
    send(accepted);
  };
}

/** The type is that of the uncompressed file. */
const describePacked = (packing: Packing) => (response: Response, path: string) => {
  response.set('Content-Encoding', packing).type(extname(path.slice(0, -packedEndings[packing].length)));
};
