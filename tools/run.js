// Runs a command of tools/node_modules, in the folder that npm was asked in: node tools/run.js eslint schema
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [name, ...words] = process.argv.slice(2);
const command = fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));
if (existsSync(command)) {
  process.exitCode = spawnSync(command, words, { stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;
} else {
  process.stderr.write(`${name} is one of the development tools. Install them with: npm ci --prefix tools\n`);
  process.exitCode = 1;
}
