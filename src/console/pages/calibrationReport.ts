import { array, literal, number, object, type infer as Infer } from 'zod/mini';

/** What the console reads of `Calibration.report`; the server's JSON Schema of it is schema/json/calibrationReport.json. */
const report = object({
  version: literal(1),
  sweep: array(object({ threshold: number(), right: number(), wrong: number(), missed: number() })),
});

export type SweepPoint = Infer<typeof report>['sweep'][number];

/** Returns no points for a report of another version: the page then shows the calibration without its curves. */
export function sweepIn(found: unknown): readonly SweepPoint[] {
  const parsed = report.safeParse(found);
  return parsed.success ? parsed.data.sweep : [];
}
