/**
 * Compresses with Brotli, Zstandard or gzip, in one call and on this thread. Another thread, a stream or a larger
 * window would cost more than the compression itself (docs/decisions/0003).
 */
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  crc32,
  deflateRawSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";

/** The window of the compression: 2^17 bytes, more than any page. Longer JSON lists compress equally well with it. */
const WINDOW_BITS = 17;
const compressBrotli = promisify(brotliCompress);
const ZSTD_LEVEL = { [constants.ZSTD_c_compressionLevel]: 3 };
const GZIP_LEVEL = 6;

export type Encoding = {
  /** The name of the encoding in HTTP. Null means no compression. */
  name: "br" | "zstd" | "gzip" | null;
  compress(body: Buffer): Buffer;
  /** Compresses the beginning of a body. `end` adds the rest. */
  compressOpen(body: Buffer): Buffer;
  /** Compresses to the smallest size. It takes a hundred times as long as `compress`, so it runs on another thread. */
  compressSmallest?(body: Buffer, open: boolean): Promise<Buffer>;
  /**
   * Appends an uncompressed `tail` of at most 65,535 bytes to the result of `compressOpen`, and ends the compressed
   * body. `body` has the length and checksum of the beginning before its compression.
   */
  end(tail: Buffer, body: { length: number; crc: number }): Buffer;
};

/**
 * Returns Brotli's parameters. With quality 7 instead of 4 the home page takes 0.7 instead of 0.35 ms and has 8 % fewer
 * bytes. Qualities 8 and 9 save almost nothing more.
 */
const brotliParams = (length: number, quality = 7) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
});

/** Ends a Brotli stream (RFC 7932) with an uncompressed meta-block and an empty last meta-block. */
function endBrotli(tail: Buffer): Buffer {
  const head = ((tail.length - 1) << 3) | (1 << 19);
  return Buffer.concat([Buffer.from([head & 255, (head >> 8) & 255, head >> 16]), tail, Buffer.from([3])]);
}

/** Ends a Zstandard frame (RFC 8878) with an uncompressed last block. */
function endZstd(tail: Buffer): Buffer {
  const head = (tail.length << 3) | 1;
  return Buffer.concat([Buffer.from([head & 255, (head >> 8) & 255, head >> 16]), tail]);
}

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/**
 * Ends a gzip file (RFC 1951 and 1952) with an uncompressed last block, and the checksum and length of the whole body.
 */
function endGzip(tail: Buffer, body: { length: number; crc: number }): Buffer {
  const end = Buffer.alloc(5 + tail.length + 8);
  end[0] = 1;
  end.writeUInt16LE(tail.length, 1);
  end.writeUInt16LE(~tail.length & 0xffff, 3);
  tail.copy(end, 5);
  end.writeUInt32LE(crc32(tail, body.crc), 5 + tail.length);
  end.writeUInt32LE((body.length + tail.length) >>> 0, 9 + tail.length);
  return end;
}

const PLAIN: Encoding = {
  name: null,
  compress: (body) => body,
  compressOpen: (body) => body,
  end: (tail) => tail,
};

const BROTLI: Encoding = {
  name: "br",
  compress: (body) => brotliCompressSync(body, { params: brotliParams(body.length) }),
  compressOpen: (body) =>
    brotliCompressSync(body, {
      params: brotliParams(body.length),
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    }),
  compressSmallest: (body, open) =>
    compressBrotli(body, {
      params: brotliParams(body.length, constants.BROTLI_MAX_QUALITY),
      finishFlush: open ? constants.BROTLI_OPERATION_FLUSH : constants.BROTLI_OPERATION_FINISH,
    }),
  end: endBrotli,
};
const ZSTD: Encoding = {
  name: "zstd",
  // With the length, zstd uses smaller tables. compressOpen does not know the length, because the body continues.
  compress: (body) => zstdCompressSync(body, { params: ZSTD_LEVEL, pledgedSrcSize: body.length }),
  compressOpen: (body) => zstdCompressSync(body, { params: ZSTD_LEVEL, finishFlush: constants.ZSTD_e_flush }),
  end: endZstd,
};
const GZIP: Encoding = {
  name: "gzip",
  compress: (body) => gzipSync(body, { level: GZIP_LEVEL }),
  compressOpen: (body) =>
    Buffer.concat([
      GZIP_HEAD,
      deflateRawSync(body, { level: GZIP_LEVEL, finishFlush: constants.Z_SYNC_FLUSH }),
    ]),
  end: endGzip,
};
/**
 * The encodings in order of preference. `smallest` is for pages that are sent often. `fastest` is for pages that are
 * mostly sent once: Zstandard takes a quarter of Brotli's time, for 4 % more bytes.
 */
const ORDERS = { smallest: [BROTLI, ZSTD, GZIP], fastest: [ZSTD, BROTLI, GZIP] };

/** Returns the preferred encoding among those that an Accept-Encoding header lists and does not refuse. */
export function chooseEncoding(header: string | undefined, order: keyof typeof ORDERS): Encoding {
  const names = new Set<string>();
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) names.add(name);
  }
  return ORDERS[order].find(({ name }) => name !== null && names.has(name)) ?? PLAIN;
}

/** Copies bytes into memory of their own. A slice would keep Node's whole shared pool in memory. */
export function ownMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
