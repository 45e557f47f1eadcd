import { beforeAll, beforeEach } from 'vitest';

/**
 * One workspace for all tests of a describe, which read only.
 * @param enter makes a workspace the one that the file's tests use
 */
export function fillOnce(
  create: () => Promise<string>,
  enter: (workspace: string) => void,
  fill: () => Promise<unknown>,
): void {
  let filled: string;
  beforeAll(async () => {
    filled = await create();
    enter(filled);
    await fill();
  });
  beforeEach(() => {
    enter(filled);
  });
}
