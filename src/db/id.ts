import { randomBytes } from 'node:crypto';

/** Of the last id: its milliseconds since 1970, and its count within them. */
let lastMillis = 0;
let lastCount = 0;
const mostCount = 0xfff;

/**
 * A UUIDv7 (RFC 9562): 48 bits of milliseconds, 12 that count within one (6.2, method 1), then 62 random ones. Those
 * that a process makes ascend in the order they were made. Made here and not by the database: serials fail on
 * distributed workers.
 */
export function newId(): string {
  const bytes = randomBytes(16);
  const now = Date.now();
  // The count begins in the lower half, so that there is room to count; a millisecond without any left borrows the next
  // one.
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

/** True for the text form of any UUID. */
export function isUuid(text: string): boolean {
  return uuidShape.test(text);
}
