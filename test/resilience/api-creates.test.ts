/** API-2: 1,000 bookings by the API. Some are sent twice, and some lose their connection. Each is made exactly once. */
import { Agent, request } from "node:http";
import { expect, test } from "vitest";
import { NEW_BOOKING_EXAMPLE } from "../../app/developers/endpoints/examples.ts";
import { afterTest, ownDataDir } from "../fixtures/after-test.ts";
import { insertKey } from "../fixtures/api.ts";
import { openTestDatabase } from "../fixtures/database.ts";
import { query } from "../fixtures/database-state.ts";
import { note, times } from "../fixtures/long.ts";
import { envOn, startProduct } from "../fixtures/product.ts";
import { randomFrom } from "../fixtures/random.ts";

const CREATES = times(100, 1000);
const AT_ONCE = 12;

/** Sends a booking. Null if the connection is cut, some milliseconds after the request was sent. */
const creator = (origin: string, agent: Agent, key: string) => (n: number, cutAfterMs: number | null) =>
  new Promise<{ status: number; code: string } | null>((done) => {
    const sent = request(`${origin}/api/v1/bookings`, {
      method: "POST",
      agent,
      headers: {
        Authorization: `Bearer ${key}`,
        "Content-Type": "application/json",
        "Idempotency-Key": `create ${n}`,
      },
    });
    sent.on("error", () => done(null));
    sent.on("response", (response) => {
      let text = "";
      response.on("data", (chunk) => (text += String(chunk)));
      response.on("error", () => done(null));
      response.on("end", () => {
        const { code } = JSON.parse(text) as { code: string };
        done({ status: response.statusCode ?? 0, code });
      });
    });
    sent.end(JSON.stringify({ ...NEW_BOOKING_EXAMPLE, reference: `order-${n}` }));
    if (cutAfterMs !== null) setTimeout(() => sent.destroy(), cutAfterMs);
  });

test(
  `[API-2] ${CREATES} creates, 30 % of them doubled and 10 % of connections cut: exactly ${CREATES} bookings`,
  { timeout: 600_000 },
  async () => {
    const company = await openTestDatabase();
    afterTest(() => company.drop());
    const sandbox = await openTestDatabase();
    afterTest(() => sandbox.drop());
    // A test key uses the same code and has no daily limit.
    const key = await insertKey(company.connectionString, "test");
    const product = await startProduct({
      ...(await envOn(company.connectionString, ownDataDir())),
      SANDBOX_DATABASE_URL: sandbox.connectionString,
    });
    afterTest(() => product.end("SIGTERM"));
    const agent = new Agent({ keepAlive: true });
    afterTest(() => agent.destroy());

    const create = creator(product.origin, agent, key);
    const random = randomFrom(11);
    const figures = { doubled: 0, cut: 0, waited: 0 };
    /** Repeats the request until the booking is made, as an API client does. */
    const persist = async (n: number, cut: boolean): Promise<string> => {
      for (let tries = 0; tries < 200; tries++) {
        const answer = await create(n, cut && tries === 0 ? random(40) : null);
        if (answer?.status === 201) return answer.code;
        if (answer === null) figures.cut++;
        else {
          // 409 `in_progress`: the first request still runs. 503: too many requests at once.
          expect([409, 503]).toContain(answer.status);
          expect(answer.code).toMatch(/^(in_progress|busy)$/);
          figures.waited++;
          await new Promise((wait) => setTimeout(wait, 50));
        }
      }
      throw new Error(`booking ${n} was never answered`);
    };
    const codes: string[] = [];
    let next = 0;
    const work = async () => {
      for (let n = next++; n < CREATES; n = next++) {
        const twice = random(10) < 3;
        if (twice) figures.doubled++;
        const all = await Promise.all(
          Array.from({ length: twice ? 2 : 1 }, () => persist(n, random(10) === 0)),
        );
        expect(new Set(all).size).toBe(1);
        codes.push(all[0]!);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(new Set(codes).size).toBe(CREATES);
    const counted = await query<{ n: number; references: number }>(
      sandbox.connectionString,
      `select (select count(*)::int from bookings) as n, (select count(distinct reference)::int from api_bookings) as references`,
    );
    expect(counted).toEqual([{ n: CREATES, references: CREATES }]);
    expect(figures.doubled).toBeGreaterThan(CREATES / 5);
    expect(figures.cut).toBeGreaterThan(CREATES / 50);
    note("Creates by the API", { creates: CREATES, ...figures });
  },
);
