export interface AdmissionConfig {
  /** Questions at work at once in this process. */
  readonly atOnce: number;
  /** Of them, those of one workspace. */
  readonly perWorkspace: number;
  /** Of a workspace, those that may wait for their turn. */
  readonly queued: number;
  /** How long one may wait. */
  readonly waitMillis: number;
  /** Operations at once over one WebSocket. */
  readonly perSocket: number;
}
