import { existsSync } from 'node:fs';

/** Files of these tiers import from tools/, whose packages are installed apart. */
export default function setup(): void {
  if (!existsSync('tools/node_modules/.package-lock.json'))
    throw new Error('These tests need the development tools. Install them with: npm ci --prefix tools');
}
