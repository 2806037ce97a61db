/** HOOK-3: the addresses that webhooks must not reach, and a host name whose address changes. */
import { createServer } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { lookup } from "node:dns";
import { afterAll, expect, test } from "vitest";
import { guardedPost, isPublicAddress, refuseUrl } from "./guarded-post.server.ts";

const INSIDE =
  `127.0.0.1 127.8.8.8 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 169.254.0.1
  100.64.0.1 100.127.255.255 224.0.0.1 239.1.1.1 255.255.255.255 240.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1
  :: ::1 fe80::1 fc00::1 fd00:ec2::254 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:8.8.8.8
  64:ff9b::7f00:1 2002:7f00:1:: 2001::1 2001:db8::1 fec0::1`.split(/\s+/);
const PUBLIC = "8.8.8.8 1.1.1.1 102.89.23.4 197.210.1.1 2606:4700::1111 2a00:1450:4001:80f::200e".split(" ");

test("[HOOK-3] no address inside, of a cloud's metadata, or with an IPv4 address in it counts as public", () => {
  expect(INSIDE.filter(isPublicAddress)).toEqual([]);
  expect(PUBLIC.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test("[HOOK-3] an address of a webhook is https, on 443 or 8443, without a password, and no number that is inside", () => {
  const refused = [
    "http://shop.example/hook",
    "ftp://shop.example/",
    "https://shop.example:8080/",
    "https://shop.example:22/",
    "https://user:pw@shop.example/",
    "https://localhost/",
    "https://db.internal/",
    "https://printer.local/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://[::1]/",
    "https://[::ffff:7f00:1]/",
    "https://169.254.169.254/latest/meta-data/",
    "not an address",
  ];
  expect(refused.filter((url) => refuseUrl(url, false) === null)).toEqual([]);
  for (const url of ["https://shop.example/hook", "https://shop.example:8443/hook", "https://8.8.8.8/"])
    expect(refuseUrl(url, false), url).toBeNull();
  expect(refuseUrl("http://127.0.0.1:3999/hook", true)).toBeNull();
  expect(refuseUrl("http://10.0.0.1/hook", true)).not.toBeNull();
});

let reached = 0;
const inside = createServer((_, response) => {
  reached++;
  response.end("secret");
});
await new Promise<void>((done) => inside.listen(0, "127.0.0.1", done));
const { port } = inside.address() as AddressInfo;
afterAll(() => void inside.close());

/** A resolver that returns these addresses for a name, one after the other. */
const moving = (addresses: string[]) => {
  let asked = 0;
  const resolve = (_: string, __: object, callback: (error: null, found: object[]) => void) =>
    callback(null, [{ address: addresses[Math.min(asked++, addresses.length - 1)]!, family: 4 }]);
  return { resolve: resolve as unknown as typeof lookup, asked: () => asked };
};

test("[HOOK-3] DNS rebinding gains nothing: a name is resolved once for each connection, which goes to what was checked", async () => {
  // `loopback` allows requests to this machine, so the first request arrives at this server. After that, the name
  // resolves to private addresses, which are refused.
  let connections = 0;
  const taken = createTcpServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => taken.listen(8443, "127.0.0.1", done));
  const name = moving(["127.0.0.1", "10.0.0.1", "169.254.169.254", "127.0.0.1"]);
  const poster = guardedPost({ loopback: true, resolve: name.resolve });
  const post = async () => (await poster.post("https://rebinding.example:8443/", {}, "{}")).problem;
  expect([await post(), connections, name.asked()]).toEqual([
    ...[expect.not.stringContaining("not public"), 1, 1],
  ]);
  for (const asked of [2, 3])
    expect([await post(), connections, name.asked()]).toEqual([
      ...[expect.stringContaining("not public"), 1, asked],
    ]);
  await post();
  expect(connections).toBe(2);
  await poster.close();
  taken.close();
});

test("[HOOK-3] a name that leads inside is not connected to, nor one of whose addresses one leads inside", async () => {
  const poster = guardedPost({ loopback: false, resolve: moving(["127.0.0.1"]).resolve });
  const posted = await poster.post("https://inside.example/", {}, "{}");
  expect([posted.status, posted.problem]).toEqual([null, expect.stringContaining("not public")]);
  const mixed = ((_: string, __: object, callback: (error: null, found: object[]) => void) =>
    callback(null, [
      { address: "8.8.8.8", family: 4 },
      { address: "::ffff:127.0.0.1", family: 6 },
    ])) as unknown as typeof lookup;
  const both = guardedPost({ loopback: false, resolve: mixed });
  expect((await both.post("https://mixed.example/", {}, "{}")).problem).toContain("not public");
  expect(reached).toBe(0);
  await poster.close();
  await both.close();
});

test("[HOOK-3] for development http on this machine is let through, a redirect is not followed, a long answer is cut", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/away") response.writeHead(302, { Location: `http://127.0.0.1:${port}/` }).end();
    else response.end("x".repeat(10_000));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const own = (server.address() as AddressInfo).port;
  const poster = guardedPost({ loopback: true });
  const before = reached;
  expect((await poster.post(`http://127.0.0.1:${own}/away`, {}, "{}")).status).toBe(302);
  expect(reached).toBe(before);
  expect((await poster.post(`http://127.0.0.1:${own}/long`, {}, "{}")).answer).toHaveLength(2048);
  await poster.close();
  server.close();
});
