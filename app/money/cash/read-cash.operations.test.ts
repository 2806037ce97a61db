/** The time since which a holder owes cash, on a real database. */
import { expect, test } from "vitest";
import { acting } from "../../../test/fixtures/acts.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { asSystem } from "../../access/actors.server.ts";
import { addCash } from "../cash-ledger/cash-ledger.server.ts";
import { listCashAccounts, readSince } from "./read-cash.server.ts";
import { transact } from "../../platform/db/transact.server.ts";

const { opened, clock, db } = await fileServices();
const { IKJ } = await makeHubs(opened, "IKJ");
const cashier = await makeAdmin(opened, "cashier");

test("[CASH-6] list and account name the rider's own oldest collection that was not paid in, not the change before it", async () => {
  const other = { kind: "rider", id: (await makeRider(opened, IKJ.id, "Other")).id } as const;
  await transact(db, (tx) =>
    addCash(acting({ tx, actor: asSystem("Test"), at: clock.now() }), [
      { holder: other, kobo: 100_000, kind: "collected", part: "unbooked" },
    ]),
  );
  clock.pass(60_000);
  const { id } = await makeRider(opened, IKJ.id);
  const holder = { kind: "rider", id } as const;
  const add = (entry: { kind: "change" } | { kind: "collected"; part: "unbooked" }) =>
    transact(db, (tx) =>
      addCash(acting({ tx, actor: asSystem("Test"), at: clock.now() }), [
        { holder, kobo: 200_000, ...entry },
      ]),
    );
  await add({ kind: "change" });
  clock.pass(60_000);
  const at = clock.now();
  await add({ kind: "collected", part: "unbooked" });
  const listed = (await listCashAccounts(db, cashier)).riders.find((rider) => rider.id === id);
  expect([listed?.since, await readSince(db, holder)]).toEqual([at, at]);
});
