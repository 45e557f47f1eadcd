import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { cleanShell } from './cleanShell.ts';

const checkout = fileURLToPath(new URL('../../', import.meta.url));

/** What a section asks its reader to do: write a file, or type commands. */
type Step = { readonly path: string; readonly text: string } | { readonly script: string };

/** What a page says that its programs print: its blocks of the language `text`. */
export const printedBy = (page: string): readonly string[] =>
  [...page.matchAll(/^```text\n([^]*?)^```$/gm)].map(([, printed = '']) => printed);

/** The steps below a heading, up to the next one of any level: a file is named by the line before its block. */
function stepsBelow(page: string, heading: string): Step[] {
  const lines = page.split('\n');
  const begin = lines.findIndex((line) => line.replace(/^#+ /, '') === heading && line.startsWith('#'));
  if (begin === -1) throw new Error(`The page has no heading "${heading}"`);
  const rest = lines.slice(begin + 1);
  const end = rest.findIndex((line) => /^#{2,} /.test(line));
  const section = (end === -1 ? rest : rest.slice(0, end)).join('\n');
  return [...section.matchAll(/(?:^`([^`\n]+)`[^\n]*:\n\n)?^```(\w+)\n([^]*?)^```$/gm)].flatMap(
    ([, path, language, text = '']): Step[] => {
      if (path !== undefined) return [{ path, text }];
      return language === 'sh' ? [{ script: text }] : [];
    },
  );
}

const manifest = z.object({
  version: z.string(),
  bin: z.union([z.string().transform((file) => ({ '': file })), z.record(z.string(), z.string())]).default({}),
});

/** Links a package of this checkout or its tools into a folder, where npm would install it, with its commands. */
export function linkPackage(folder: string, wanted: string): void {
  const [, name = '', major] = /^(@?[^@]+)(?:@(\d+))?$/.exec(wanted) ?? [];
  const own = ['tools/node_modules', 'node_modules'].map((modules) => join(checkout, modules, name)).find(existsSync);
  if (own === undefined) throw new Error(`${name} is not installed`);
  const { version, bin } = manifest.parse(JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')));
  if (major !== undefined && !version.startsWith(`${major}.`)) throw new Error(`${wanted} is not ${version}`);
  const modules = join(folder, 'node_modules');
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(own, join(modules, name));
  for (const [command, file] of Object.entries(bin))
    symlinkSync(join(own, file), join(modules, '.bin', command === '' ? name : command));
}

interface Reader {
  /** Where the files are written and the commands typed; begins empty. */
  readonly folder: string;
  /** Where Candor is, instead of http://127.0.0.1:4000. */
  readonly url: string;
  /** Whether `npm install` links the packages of this checkout, which takes no time and no network, or asks the registry. */
  readonly packages: 'linked' | 'registry';
}

/**
 * Does what sections of a page say, to the letter, and returns what the last command of the last one prints.
 * @throws what a command that fails says
 */
export async function followPage(page: string, headings: readonly string[], reader: Reader): Promise<string> {
  const here = page.replaceAll('http://127.0.0.1:4000', reader.url);
  let printed = '';
  for (const step of headings.flatMap((heading) => stepsBelow(here, heading))) {
    if ('path' in step) {
      mkdirSync(dirname(join(reader.folder, step.path)), { recursive: true });
      writeFileSync(join(reader.folder, step.path), step.text);
    } else printed = await cleanShell(reader.folder, commandsOf(step.script, reader));
  }
  return printed;
}

const commandsOf = (script: string, { folder, packages }: Reader): string =>
  packages === 'registry'
    ? script
    : script.replaceAll(/^npm install (?:-D )?(.+)$/gm, (_, names: string) => {
        for (const name of names.split(' ')) linkPackage(folder, name);
        return ':';
      });
