/** Sending waiting data: nothing is lost, whatever fails, in any order. */
import { expect, test } from "vitest";
import fc from "fast-check";
import { uuid } from "../../../../test/fixtures/rider-days.ts";
import type { Deed, DeedAnswer, DeedsAnswer } from "../../deeds/protocol.ts";
import { isSent, type KeptDeed } from "./kept-deeds.ts";
import { nextBatch, sendRound, type PostAnswer } from "./sending.ts";

const deed = (seq: number): Deed => ({
  id: uuid(9, seq),
  seq,
  v: 1,
  device: null,
  run: null,
  clock: { at: 0, mono: 0, boot: "a" },
  known: null,
  did: { kind: "incident", incident: "weather", note: "" },
});

function logOf(count: number) {
  const rows = new Map<string, KeptDeed>();
  for (let seq = 1; seq <= count; seq++) rows.set(uuid(9, seq), { deed: deed(seq), answer: null, why: [] });
  return {
    rows,
    read: async () => [...rows.values()],
    note: async (answers: readonly DeedAnswer[]) => {
      for (const { id, answer, why } of answers) {
        const row = rows.get(id)!;
        if (!isSent(row)) rows.set(id, { ...row, answer, why });
      }
    },
  };
}
const answered = (answers: DeedAnswer[], phone: DeedsAnswer["phone"] = "ok"): PostAnswer => ({
  is: "answered",
  answer: { protocol: 1, serverTime: 0, build: "", answers, runs: {}, phone },
});
const all = (deeds: Deed[], answer: DeedAnswer["answer"]) => deeds.map(({ id }) => ({ id, answer, why: [] }));
const quietly = async () => {};

test("[PHONE-6] new deeds go first, by their number, and what was told to wait once more in each round", async () => {
  const log = logOf(3);
  log.rows.set(uuid(9, 1), { deed: deed(1), answer: "wait", why: [] });
  const sent: number[][] = [];
  const end = await sendRound(
    log,
    async (deeds) => {
      sent.push(deeds.map(({ seq }) => seq));
      return answered(all(deeds, deeds[0]!.seq === 1 ? "wait" : "taken"));
    },
    quietly,
  );
  expect(sent).toEqual([[2, 3], [1]]);
  expect(end).toBe("sent");
  expect([...log.rows.values()].map(({ answer }) => answer)).toEqual(["wait", "taken", "taken"]);
});

test("[PHONE-6] a request that cannot be read is halved until the deed that it is about is alone; the others go out", async () => {
  const log = logOf(20);
  const end = await sendRound(
    log,
    async (deeds) => (deeds.some(({ seq }) => seq === 13) ? { is: "unread" } : answered(all(deeds, "taken"))),
    quietly,
  );
  expect(end).toBe("sent");
  const left = [...log.rows.values()].filter((row) => !isSent(row));
  expect(left.map(({ deed: { seq } }) => seq)).toEqual([13]);
});

test("[PHONE-6] a page that is too old, a stranger and no network end the round, and keep all", async () => {
  for (const end of ["later", "stranger"] as const) {
    const log = logOf(2);
    expect(await sendRound(log, async () => ({ is: end }), quietly)).toBe(end);
    expect([...log.rows.values()].every(({ answer }) => answer === null)).toBe(true);
  }
  const log = logOf(2);
  expect(await sendRound(log, async () => answered([], "too_old"), quietly)).toBe("too_old");
  expect([...log.rows.values()].every(({ answer }) => answer === null)).toBe(true);
});

test("[PHONE-6] a revoked phone sends all that it has", async () => {
  const log = logOf(120);
  const end = await sendRound(log, async (deeds) => answered(all(deeds, "flagged"), "revoked"), quietly);
  expect(end).toBe("revoked");
  expect([...log.rows.values()].every(isSent)).toBe(true);
});

test("[PHONE-6] whatever answers are lost, each deed is with the server once in the end, and none leaves the phone before", async () => {
  const fault = fc.constantFrom("good", "lost", "none", "wait");
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 130 }),
      fc.array(fault, { maxLength: 12 }),
      async (count, faults) => {
        const log = logOf(count);
        const server = new Map<string, number>();
        const next = faults[Symbol.iterator]();
        const post = async (deeds: Deed[]): Promise<PostAnswer> => {
          const now = next.next().value ?? "good";
          if (now === "none") return { is: "later" };
          if (now === "wait") return answered(all(deeds, "wait"));
          const answers = deeds.map(({ id }) => ({
            id,
            answer: server.has(id) ? ("seen" as const) : ("taken" as const),
            why: [],
          }));
          for (const { id } of deeds) server.set(id, (server.get(id) ?? 0) + 1);
          return now === "lost" ? { is: "later" } : answered(answers);
        };
        for (let round = 0; round < 20; round++) {
          await sendRound(log, post, quietly);
          for (const row of log.rows.values()) if (isSent(row)) expect(server.has(row.deed.id)).toBe(true);
        }
        expect(server.size).toBe(count);
        expect(nextBatch(await log.read(), new Set(), 50)).toEqual([]);
      },
    ),
    { numRuns: 50 },
  );
});
