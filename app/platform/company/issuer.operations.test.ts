/** PAY-3: a receipt shows the company's names and numbers of the day on which it was issued, even after they change. */
import { expect, test } from "vitest";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { saveNames } from "../../company/details/change-company.server.ts";
import { namesForm } from "../../company/details/company-forms.ts";
import { transact } from "../db/transact.server.ts";
import { readCompanyRow } from "./company.server.ts";
import { issuerAt, keepIssuer } from "./issuer.server.ts";

const { opened } = await fileServices({});
const { services, clock } = opened;
const { db } = services;

test("[PAY-3] names, numbers and address of the issuer are those of the day, also what was emptied since", async () => {
  const company = await services.company();
  const old = { ...company, address: "1 Old Road, Lagos", tin: "111-1", legalName: "Ona Limited" };
  const moved = { ...old, address: "2 New Road, Abuja" };
  const now = { ...moved, tin: "", legalName: "" };
  const day = (n: number) => new Date(clock.now().getTime() + n * 24 * 60 * 60 * 1000);
  await transact(db, (tx) => keepIssuer(tx, old, ["address"], day(10)));
  await transact(db, (tx) => keepIssuer(tx, moved, ["tin", "legalName"], day(20)));
  // A receipt shows no phone numbers, so a change of phone numbers stores nothing.
  await transact(db, (tx) => keepIssuer(tx, now, ["phones"], day(30)));
  expect(await issuerAt(db, now, day(0))).toMatchObject({ address: "1 Old Road, Lagos", tin: "111-1" });
  expect(await issuerAt(db, now, day(10))).toMatchObject({ address: "2 New Road, Abuja", tin: "111-1" });
  expect(await issuerAt(db, now, day(19))).toMatchObject({ legalName: "Ona Limited" });
  expect(await issuerAt(db, now, day(20))).toMatchObject({ tin: "", legalName: "" });
  expect(await issuerAt(db, now, day(40))).toMatchObject({ name: company.name, address: now.address });
});

test("[PAY-3] a change of the company keeps what it replaces", async () => {
  const boss = await makeAdmin(opened, "super_admin");
  const { company, version } = await readCompanyRow(db, services.initialCompany);
  clock.pass(100 * 24 * 60 * 60 * 1000);
  const before = clock.now();
  clock.pass(60_000);
  const saved = await saveNames(
    services,
    boss,
    { version, ...namesForm.parse(company), tin: "87654321-0001" } as never,
    crypto.randomUUID(),
  );
  expect(saved).toMatchObject({ ok: true });
  const after = (await readCompanyRow(db, services.initialCompany)).company;
  expect(after.tin).toBe("87654321-0001");
  expect((await issuerAt(db, after, before)).tin).toBe(company.tin);
  expect((await issuerAt(db, after, clock.now())).tin).toBe("87654321-0001");
});
