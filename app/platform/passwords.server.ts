/** STAFF-2: hashes passwords with argon2id from node:crypto (19 MiB, 2 passes, 1 lane). */
import { argon2, randomBytes } from "node:crypto";
import { sameBytes } from "./tokens.server.ts";

const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const;

function derive(
  password: string,
  nonce: Buffer,
  cost: typeof COST | { memory: number; passes: number; parallelism: number; tagLength: number },
) {
  return new Promise<Buffer>((resolve, reject) =>
    argon2("argon2id", { message: password.normalize("NFKC"), nonce, ...cost }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    ),
  );
}

/** Returns the password's hash in PHC form: $argon2id$v=19$m=…,t=…,p=…$salt$tag. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, COST);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${nonce.toString("base64")}$${tag.toString("base64")}`;
}

let decoy: Promise<string> | undefined;

/**
 * True if the password matches the hash. Without a hash it takes the same time and returns false, so that the time does
 * not reveal whether a login account exists.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString("base64"));
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? (await decoy));
  if (!parts) return false;
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const expected = Buffer.from(parts[5]!, "base64");
  const tag = await derive(password, Buffer.from(parts[4]!, "base64"), {
    memory,
    passes,
    parallelism,
    tagLength: expected.length,
  });
  return sameBytes(tag, expected) && hash !== null;
}
