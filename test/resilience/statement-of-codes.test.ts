/**
 * BANK-2: a bank statement of thousands of rows, each with ten unknown codes, does not slow the pages of other people
 * down.
 */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gtbankStatement } from "../fixtures/bank-statements.ts";
import { note, times } from "../fixtures/long.ts";
import { ask, freePort, newDataDir, signIn, startProduct, type Product } from "../fixtures/product.ts";

const HERE = "/admin/payments/statements";
const ROWS = 3000;
const OPENINGS = 4;
/**
 * While statements are opened, a page may be slower by at most this factor. The measured factor is far smaller. An
 * earlier version matched all rows at each opening, which made pages hundreds of times slower.
 */
const MOST_TIMES = 20;

const dataDir = newDataDir();
let product: Product;
let cookie: string;
beforeAll(async () => {
  product = await startProduct({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  cookie = await signIn(product.origin);
});
afterAll(async () => {
  await product?.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

/** Another client sends one request after the other while `busy` runs; returns the milliseconds of each. */
async function others(busy: Promise<unknown> | number): Promise<number[]> {
  const took: number[] = [];
  let over = false;
  if (typeof busy !== "number") void busy.finally(() => (over = true)).catch(() => {});
  while (typeof busy === "number" ? took.length < busy : !over) {
    const begun = performance.now();
    const { status } = await ask(product.origin, "/admin/customers", { cookie });
    expect(status).toBe(200);
    took.push(performance.now() - begun);
  }
  return took;
}
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

async function upload(): Promise<string> {
  const transfers = Array.from({ length: ROWS }, (_, row) => ({
    kobo: 500_000,
    n: row,
    text: Array.from({ length: 10 }, (__, at) => `OD${10_000_000 + row * 1009 + at * 97}NG`).join(" "),
  }));
  const body = new FormData();
  body.set("idempotencyKey", crypto.randomUUID());
  body.set("account", "other");
  body.set("otherAccount", "GTBank 0123456789");
  body.set("file", new File([Buffer.from(gtbankStatement(transfers))], "statement.csv"));
  const headers = { Cookie: cookie, Origin: product.origin };
  const url = product.origin + HERE;
  const { headers: sent } = await fetch(url, { method: "POST", body, headers, redirect: "manual" });
  return sent.get("location") ?? "";
}

const matching = async (page: string) =>
  (await ask(product.origin, page, { cookie })).text.includes("We are matching the rows");

test("[BANK-2] others wait hardly longer while it is matched, and while four people open it", async () => {
  const page = await upload();
  expect(page).toContain(HERE);
  await others(30);
  const alone = await others(times(100, 500));
  const columns = {
    date: "0",
    amount: "4",
    details: "7",
    reference: "2",
    out: "3",
    balance: "5",
    direction: "",
    dayFirst: "yes",
  };
  const form = { idempotencyKey: crypto.randomUUID(), intent: "columns", ...columns };
  expect((await ask(product.origin, page, { cookie, form })).status).toBe(302);
  const matched = async () => {
    for (const until = Date.now() + 60_000; await matching(page);)
      if (Date.now() > until) throw new Error("the rows are not matched");
  };
  const whileMatched = await others(matched());
  const openings = Array.from({ length: OPENINGS }, async () => {
    for (let turn = 0; turn < times(25, 100); turn++) {
      const { status, text } = await ask(product.origin, page, { cookie });
      expect(status).toBe(200);
      expect(text).toContain("No booking has the code");
    }
  });
  const whileOpened = await others(Promise.all(openings));
  await Promise.all(openings);
  const ratio = (took: number[], of = median) => of(took) / median(alone);
  const slowest = (took: number[]) => Math.max(...took);
  note("A statement of 3,000 rows with ten unknown codes each", {
    "median of another page beside the job, of that alone": ratio(whileMatched).toFixed(1),
    "beside four openings": ratio(whileOpened).toFixed(1),
    "slowest beside the job": ratio(whileMatched, slowest).toFixed(1),
    "slowest beside four openings": ratio(whileOpened, slowest).toFixed(1),
  });
  expect(ratio(whileMatched)).toBeLessThan(MOST_TIMES);
  expect(ratio(whileOpened)).toBeLessThan(MOST_TIMES);
}, 120_000);
