/**
 * A form field for a file with a table. The value is the file's bytes as base64 text, so that the hash of the form's
 * content covers the file.
 */
import * as z from "zod";

const sizeOf = (file: Uint8Array | File) => (file instanceof File ? file.size : file.byteLength);

/** Refuses with these messages a missing file, and a file of more than `mostBytes` bytes. */
export const tableField = (mostBytes: number, messages: { missing: string; tooLarge: string }) =>
  z
    .union(
      [z.string(), z.custom<Uint8Array>((file) => file instanceof Uint8Array), z.instanceof(File)],
      messages.missing,
    )
    .refine((file) => typeof file === "string" || sizeOf(file) <= mostBytes, messages.tooLarge)
    .transform(async (file) =>
      typeof file === "string"
        ? file
        : base64(file instanceof File ? new Uint8Array(await file.arrayBuffer()) : file),
    );

const base64 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");

export const decodedFile = (file: string): Uint8Array => Buffer.from(file, "base64");
