/** A weak connection: one form is sent many times, or its response is lost. Each form makes one booking. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectOrStartEmbedded } from "../../server/postgres/embedded-postgres.ts";
import { auditNothingLost, bookedCode, bookingForm, newClientLog } from "../fixtures/consistency-audit.ts";
import { LONG, note, times } from "../fixtures/long.ts";
import { ask, freePort, newDataDir, type Product, startProduct } from "../fixtures/product.ts";

let product: Product;
let address: string;
const dataDir = newDataDir();
const clientLog = newClientLog();

beforeAll(async () => {
  product = await startProduct({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  ({ connectionString: address } = await connectOrStartEmbedded({ dataDir, log: () => {} }));
});
afterAll(async () => {
  await product.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

test("the same form 100 times at once: one booking, one answer", async () => {
  const key = randomUUID();
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => ask(product.origin, "/book", { form: bookingForm(key) })),
  );
  const codes = new Set(replies.map(bookedCode));
  expect(codes.size).toBe(1);
  const [code] = codes;
  expect(code).not.toBeNull();
  clientLog.entries.push({ key, sent: 100, answers: replies.map(({ status }) => ({ status, code: code! })) });
  const found = await auditNothingLost(address, clientLog);
  expect(found.stored).toBe(1);
  note("c. The same form 100 times in parallel", {
    forms: 100,
    bookings: found.stored,
    "different answers": codes.size,
  });
});

test("the answer lost and the form sent again: no double", { timeout: LONG ? 120_000 : 30_000 }, async () => {
  const lost = times(50, 500);
  for (let i = 0; i < lost; i++) {
    const key = randomUUID();
    await ask(product.origin, "/book", { form: bookingForm(key), loseReply: true }).catch(() => {});
    const reply = await ask(product.origin, "/book", { form: bookingForm(key) });
    expect(reply.status).toBe(302);
    clientLog.entries.push({ key, sent: 2, answers: [{ status: reply.status, code: bookedCode(reply) }] });
  }
  const found = await auditNothingLost(address, clientLog);
  expect(found.stored).toBe(clientLog.entries.length);
  note("c. The answer lost, the form sent again", { forms: lost, ...found });
});
