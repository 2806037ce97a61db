/** An S3-like server on loopback: keeps objects in memory and refuses what is not signed (AWS signature version 4). */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type TestS3 = {
  url: string;
  objects: Map<string, { bytes: Buffer; contentType: string }>;
  close(): Promise<void>;
};

const KEY = "test-key";
const SECRET = "test/secret+of=some length";
const REGION = "af-south-1";

export async function startTestS3(bucket = "ona"): Promise<TestS3> {
  const objects: TestS3["objects"] = new Map();
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const answer = (status: number, text = "") => {
        response.writeHead(status, { "Content-Type": "application/xml" }).end(text);
      };
      if (!signedRight(request, body))
        return answer(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>");
      const path = decodeURIComponent(new URL(request.url!, "http://s3").pathname);
      if (!path.startsWith(`/${bucket}/`)) return answer(404, "<Error><Code>NoSuchBucket</Code></Error>");
      const name = path.slice(bucket.length + 2);
      if (request.method === "PUT") {
        objects.set(name, { bytes: body, contentType: request.headers["content-type"] ?? "" });
        return answer(200);
      }
      if (request.method === "DELETE") {
        objects.delete(name);
        return answer(204);
      }
      const found = objects.get(name);
      if (!found) return answer(404, "<Error><Code>NoSuchKey</Code></Error>");
      return response.writeHead(200, { "Content-Type": found.contentType }).end(found.bytes);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/${bucket}/uploads?region=${REGION}`,
    objects,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The signature as AWS describes it, made again from the request. */
function signedRight(request: IncomingMessage, body: Buffer): boolean {
  const header =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  if (!header) return false;
  const [, key, day, region, names, signature] = header as unknown as string[];
  const sha = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
  const claimed = String(request.headers["x-amz-content-sha256"]);
  if (claimed !== "UNSIGNED-PAYLOAD" && claimed !== sha(body)) return false;
  const url = new URL(request.url!, "http://s3");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join("&");
  const headers = names!
    .split(";")
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join("");
  const canonical = [request.method, url.pathname, query, headers, names, claimed].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha(canonical)].join("\n");
  const sign = (secret: string | Buffer, data: string) => createHmac("sha256", secret).update(data).digest();
  const signing = sign(sign(sign(sign(`AWS4${SECRET}`, day!), region!), "s3"), "aws4_request");
  return key === KEY && region === REGION && sign(signing, text).toString("hex") === signature;
}
