/** The parts of the URL of an S3-compatible bucket, which S3_URL and BACKUP_TO contain. */

export type S3Place = {
  endpoint: string;
  bucket: string;
  /** The prefix of every key, which ends in a slash; empty for the root of the bucket. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const EXAMPLE = "https://KEY:SECRET@s3.example/bucket?region=eu-west-1";

/**
 * Parses `https://KEY:SECRET@host/bucket/prefix?region=eu-west-1`. Plain http is only for a loopback host. Throws an
 * error that explains the required form. The caller adds the name of the setting to the error.
 */
export function readS3Url(text: string): S3Place {
  if (!URL.canParse(text)) throw new Error(`must be an address such as ${EXAMPLE}`);
  const url = new URL(text);
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback))
    throw new Error(`must begin with https://, for example ${EXAMPLE}`);
  const [bucket, ...rest] = url.pathname.split("/").filter(Boolean).map(decoded);
  if (!bucket) throw new Error(`must name a bucket, for example ${EXAMPLE}`);
  if (!url.username || !url.password)
    throw new Error(`must carry a key and a secret, for example ${EXAMPLE}`);
  return {
    endpoint: `${url.protocol}//${url.host}`,
    bucket,
    prefix: rest.length > 0 ? `${rest.join("/")}/` : "",
    region: url.searchParams.get("region") ?? "us-east-1",
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error("has a % that is not an escape: write it as %25");
  }
}
