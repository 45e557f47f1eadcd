import { writeFile } from 'node:fs/promises';
import { cannotWrite } from '../../evaluation/run/runRecord.ts';

/** @throws BAD_INPUT for a path that cannot be written */
export async function writeOutput(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw cannotWrite(path, error);
  });
}
