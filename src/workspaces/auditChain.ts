import { createHash, randomBytes } from 'node:crypto';
import type { Caller } from './caller.ts';

/** What was done. A closed list, because exports and filters refer to its values. */
export const auditActions = [
  'ASK',
  'SEARCH',
  'REPLAY_RUN',
  'CHECK_GROUNDING',
  'READ_DOCUMENT',
  'LIST_DOCUMENTS',
  'READ_RUN',
  'LIST_RUNS',
  'READ_GAPS',
  'READ_FEEDBACK',
  'READ_AUDIT',
  'INGEST',
  'UPLOAD',
  'CANCEL_INGEST',
  'CHANGE_DOCUMENT',
  'DELETE_DOCUMENT',
  'RESTORE_DOCUMENT',
  'OMIT_CHUNK',
  'SAVE_CURATED_ANSWER',
  'DELETE_CURATED_ANSWER',
  'SAVE_ALIAS',
  'DELETE_ALIAS',
  'RECORD_FEEDBACK',
  'FIT_CALIBRATION',
  'ACTIVATE_CALIBRATION',
  'CHANGE_WORKSPACE',
  'CREATE_KEY',
  'ROTATE_KEY',
  'REVOKE_KEY',
  'SET_ALLOWANCE',
  'ERASE_PERSON',
] as const;

export type AuditAction = (typeof auditActions)[number];

type ActorKind = NonNullable<Caller['kind']>;

/** One act that somebody performed, or was refused. */
export interface AuditEvent {
  readonly at: Date;
  readonly actor: { readonly kind: ActorKind; readonly id: string | null };
  readonly action: AuditAction;
  readonly outcome: 'DONE' | 'REFUSED' | 'FAILED';
  /** The code of the fault; null: none. */
  readonly code: string | null;
  /** Ids of the objects of the act. */
  readonly targets: readonly string[];
}

/** An event as an entry of the chain. */
export interface AuditEntry extends AuditEvent {
  readonly sequence: number;
  /** Hash of salt and text, in hex; null: there was no text. */
  readonly textHash: string | null;
  /** Null: not kept, or erased. */
  readonly text: string | null;
  /** Hash of this entry and all before it, in hex. */
  readonly hash: string;
}

/** An event in the form that is hashed and stored. */
export interface WrittenEvent {
  readonly entry: string;
  readonly event: AuditEvent;
  readonly salt: Buffer | null;
  readonly text: string | null;
}

const saltBytes = 16;
/** The most ids that are listed. The count includes the others. */
const maxTargets = 100;

/**
 * @param keepText whether the text itself is stored. Its salted hash always is, so that a text claimed later can be
 * compared with it.
 */
export function writeEvent(event: AuditEvent, text: string | null, keepText: boolean): WrittenEvent {
  const salt = text === null ? null : randomBytes(saltBytes);
  const entry = JSON.stringify({
    at: event.at.toISOString(),
    actor: { kind: event.actor.kind, id: event.actor.id },
    action: event.action,
    outcome: event.outcome,
    code: event.code,
    targets: event.targets.slice(0, maxTargets),
    targetCount: event.targets.length,
    textHash: salt && text !== null ? textHash(salt, text) : null,
  });
  return { entry, event, salt, text: keepText ? text : null };
}

export function textHash(salt: Buffer, text: string): string {
  return createHash('sha256').update(salt).update(text, 'utf8').digest('hex');
}

/** The same hash as in `candor_append_audit`. */
export function linkHash(previous: Buffer, sequence: number, entry: string): Buffer {
  return createHash('sha256').update(previous).update(`${sequence}\n${entry}`, 'utf8').digest();
}
