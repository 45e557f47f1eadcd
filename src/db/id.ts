import { randomBytes } from 'node:crypto';

/** Milliseconds since 1970 of the last id, and its count within that millisecond. */
let lastMillis = 0;
let lastCount = 0;
const mostCount = 0xfff;

/**
 * Returns a UUIDv7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter within the millisecond (6.2, method 1), then
 * 62 random bits. The ids of one process ascend in the order of creation. They are generated here, not by the database,
 * because serials fail on distributed workers.
 */
export function newId(): string {
  const bytes = randomBytes(16);
  const now = Date.now();
  // The count starts in the lower half, which leaves room to count up. When a millisecond is used up, the next one is
  // borrowed.
  if (now > lastMillis) [lastMillis, lastCount] = [now, bytes.readUInt16BE(6) & 0x7ff];
  else if (lastCount < mostCount) lastCount += 1;
  else [lastMillis, lastCount] = [lastMillis + 1, 0];
  bytes.writeUIntBE(lastMillis, 0, 6);
  bytes.writeUInt16BE(0x7000 | lastCount, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is a UUID, of any version. */
export function isUuid(text: string): boolean {
  return uuidShape.test(text);
}
