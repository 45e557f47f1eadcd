import type { IncomingHttpHeaders } from 'node:http';
import { CandorError } from '../errors.ts';

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

export function isLoopbackName(name: string): boolean {
  return loopbackNames.has(name.toLowerCase());
}

/**
 * Local mode asks for no key, so a web page must not reach it. A page of another site shows in Origin (browsers send it
 * with every WebSocket and POST), a site whose name was rebound to 127.0.0.1 shows in Host.
 * @throws FORBIDDEN
 */
export function refuseForeignPages({ host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>): void {
  if (!isLoopbackName(nameOf(`http://${host ?? ''}`))) refuse('Host', host);
  if (origin !== undefined && !isLoopbackName(nameOf(origin))) refuse('Origin', origin);
}

function nameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function refuse(header: string, value: string | undefined): never {
  throw new CandorError(
    'FORBIDDEN',
    `The ${header} "${value ?? ''}" is not this machine, and CANDOR_AUTH=local answers only this machine.`,
    {
      remedy: 'Open http://localhost instead, or set CANDOR_AUTH=keys and send an API key.',
    },
  );
}
