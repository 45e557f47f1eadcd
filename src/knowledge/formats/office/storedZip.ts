import { crc32 } from 'node:zlib';

/**
 * A ZIP archive of uncompressed entries (APPNOTE 6.3.10, without Zip64). The next reader sees exactly the bytes that
 * were checked: two ZIP readers can disagree about one and the same hostile archive.
 */
export function storedZip(entries: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const facts = entryFacts(name, content);
    const local = Buffer.concat([signature(0x04034b50), facts, Buffer.from(name, 'utf8'), content]);
    // Comment length, disk and attributes are 0; the last four bytes point at the local header.
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(signature(0x02014b50), Buffer.from([20, 0]), facts, tail, Buffer.from(name, 'utf8'));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...parts, central, endRecord(entries.size, central.length, offset)]);
}

/** The 26 bytes that stand in an entry's local header and in the directory alike; bit 11 says that names are UTF-8. */
function entryFacts(name: string, content: Buffer): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(1 << 11, 2);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(Buffer.byteLength(name, 'utf8'), 22);
  return facts;
}

function endRecord(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
