/** Unpacks ZIP archives, such as XLSX files, up to a limit of bytes. */
import { crc32, inflateRawSync } from "node:zlib";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** The most files that are read from an archive. */
const MOST_FILES = 1000;

/** The error for a refused archive: it is damaged, has a password, or unpacks to more bytes than the limit. */
export class ArchiveError extends Error {
  readonly why: "damaged" | "too_large";
  constructor(why: "damaged" | "too_large") {
    super(why);
    this.why = why;
  }
}

/**
 * Returns the files whose name `wanted` accepts, by name. Unpacking stops at more than `mostBytes` in total. The bytes
 * are counted, because the sizes in the archive may be wrong.
 */
export function unpack(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
  mostBytes: number,
): Map<string, Buffer> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = new Map<string, Buffer>();
  let left = mostBytes;
  for (const { name, method, start, size } of entriesOf(archive)) {
    if (!wanted(name) || files.has(name)) continue;
    const packed = archive.subarray(start, start + size);
    const file = method === 0 ? packed : inflate(packed, left);
    left -= file.byteLength;
    if (left < 0) throw new ArchiveError("too_large");
    files.set(name, file);
  }
  return files;
}

function inflate(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    const tooLarge =
      error instanceof RangeError || (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
    throw new ArchiveError(tooLarge ? "too_large" : "damaged");
  }
}

export const fileNamesIn = (bytes: Uint8Array): string[] =>
  entriesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).map(({ name }) => name);

/** Reads the list of files, which is at the archive's end. */
function entriesOf(archive: Buffer) {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > archive.length || archive.readUInt32LE(end) !== END)
    throw new ArchiveError("damaged");
  const entries = [];
  let at = archive.readUInt32LE(end + 16);
  for (let n = archive.readUInt16LE(end + 10); n > 0; n--) {
    if (at + 46 > end || archive.readUInt32LE(at) !== ENTRY || entries.length >= MOST_FILES)
      throw new ArchiveError("damaged");
    const [flags, method] = [archive.readUInt16LE(at + 8), archive.readUInt16LE(at + 10)];
    const size = archive.readUInt32LE(at + 20);
    const lengths = [28, 30, 32].map((place) => archive.readUInt16LE(at + place));
    const [ofName = 0, ofExtra = 0, ofComment = 0] = lengths;
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString("utf8", at + 46, at + 46 + ofName);
    if (local + 30 > archive.length || archive.readUInt32LE(local) !== LOCAL)
      throw new ArchiveError("damaged");
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    if (start + size > archive.length || (flags & 1) !== 0 || (method !== 0 && method !== 8))
      throw new ArchiveError("damaged");
    entries.push({ name, method, start, size });
    at += 46 + ofName + ofExtra + ofComment;
  }
  return entries;
}

/** Packs files into an archive without compression. */
export function pack(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, file] of files) {
    const names = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(file), 10);
    facts.writeUInt32LE(file.byteLength, 14);
    facts.writeUInt32LE(file.byteLength, 18);
    facts.writeUInt16LE(names.length, 22);
    const local = Buffer.alloc(4);
    local.writeUInt32LE(LOCAL);
    const entry = Buffer.alloc(6);
    entry.writeUInt32LE(ENTRY);
    entry.writeUInt16LE(20, 4);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    parts.push(local, facts, names, Buffer.from(file));
    list.push(entry, facts, rest, names);
    at += 30 + names.length + file.byteLength;
  }
  const listed = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END);
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
