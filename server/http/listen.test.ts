/** RUN-1: the port is tried before anything is created. */
import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { requirePort } from "./listen.ts";

test("a port that is free may be used, one that is taken and an address of another machine are refused in one line", async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  for (const host of ["127.0.0.1", "0.0.0.0"])
    await expect(requirePort(port, host)).rejects.toThrow(`port ${port} on ${host} is taken.`);
  await expect(requirePort(port, "203.0.113.1")).rejects.toThrow("is not an address of this machine");
  await expect(requirePort(port, "no-such-host.invalid")).rejects.toThrow("cannot be found");
  await new Promise((done) => server.close(done));
  await requirePort(port, "127.0.0.1");
  await requirePort(port, "127.0.0.1");
});
