import { expect, test } from "vitest";
import { tooMany, type CachedParcel } from "./cached-parcels.ts";
import { outcomeOf, sendOutbox, type OutboxStore, type Outcome, type Waiting } from "./outbox.ts";

const booking = (key: string, at = 0, owner = "ada"): Waiting => ({
  key,
  owner,
  fields: {},
  at,
  tried: false,
  refused: false,
});

function storeOf(...bookings: Waiting[]) {
  const entries = new Map(bookings.map((one) => [one.key, one]));
  const store: OutboxStore = {
    list: async () => [...entries.values()],
    put: async (one) => void entries.set(one.key, one),
    remove: async (key) => void entries.delete(key),
  };
  return { entries, store };
}

test("sends the oldest first, marks each before it goes, and removes it only after its code is stored", async () => {
  const { entries, store } = storeOf(booking("b", 2), booking("a", 1));
  const steps: string[] = [];
  const left = await sendOutbox(
    store,
    async ({ key }) => {
      steps.push(`${key} tried ${entries.get(key)!.tried}`);
      return { kind: "booked", code: `code of ${key}` };
    },
    async ({ key }, code) => void steps.push(`${code}, still here ${entries.has(key)}`),
  );
  expect(left).toBe(0);
  expect(steps).toEqual([
    "a tried true",
    "code of a, still here true",
    "b tried true",
    "code of b, still here true",
  ]);
  expect(entries.size).toBe(0);
});

test("a person whose session has ended holds up nobody else", async () => {
  const { entries, store } = storeOf(
    booking("hers", 1, "ada"),
    booking("hers too", 2, "ada"),
    booking("his", 3, "guest"),
  );
  const post = async ({ owner }: Waiting): Promise<Outcome> =>
    owner === "ada" ? { kind: "later" } : { kind: "booked", code: "OD12345678NG" };
  expect(await sendOutbox(store, post, async () => {})).toBe(2);
  expect([...entries.keys()]).toEqual(["hers", "hers too"]);
});

test("a network error ends the round and loses nothing; a refused booking stays and is not sent again", async () => {
  const { entries, store } = storeOf(booking("no", 1), booking("later", 2), booking("never asked", 3));
  const sent: string[] = [];
  const post = async ({ key }: Waiting): Promise<Outcome> => {
    sent.push(key);
    if (key === "no") return { kind: "refused" };
    throw new TypeError("Failed to fetch");
  };
  expect(await sendOutbox(store, post, async () => {})).toBe(2);
  expect(await sendOutbox(store, post, async () => {})).toBe(2);
  expect(sent).toEqual(["no", "later", "later"]);
  expect(entries.get("no")!.refused).toBe(true);
  expect(entries.get("later")).toMatchObject({ tried: true, refused: false });
});

test("an answer is a booking, a refusal, or a reason to wait", () => {
  const at = (status: number, path: string) => outcomeOf({ status, url: `https://ona.test${path}` });
  expect(at(200, "/track?code=OD12345678NG")).toEqual({ kind: "booked", code: "OD12345678NG" });
  expect(at(429, "/track?code=OD12345678NG")).toEqual({ kind: "booked", code: "OD12345678NG" });
  for (const status of [400, 403, 404, 409, 413, 415])
    expect(at(status, "/book")).toEqual({ kind: "refused" });
  for (const status of [200, 408, 412, 423, 429, 500, 503]) expect(at(status, "/book").kind).toBe("later");
  const outcome = outcomeOf({
    status: 409,
    url: "https://ona.test/book",
    reason: "This was booked already.",
  });
  expect(outcome).toEqual({ kind: "refused", reason: "This was booked already." });
});

test("the last five parcels are kept", () => {
  const parcels = [3, 1, 6, 2, 5, 4].map((seenAt) => ({ code: String(seenAt), seenAt }) as CachedParcel);
  expect(tooMany(parcels).map(({ code }) => code)).toEqual(["1"]);
});
