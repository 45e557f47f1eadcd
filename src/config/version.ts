import { readFileSync } from 'node:fs';

/** The version of this installation, from its package.json. */
export function candorVersion(): string {
  return (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version;
}
