/** The company's facts in several processes that share a database. */
import { desc } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createServices } from "../../../server/services.ts";
import { createLog } from "../../../server/observe/log.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { testConfig } from "../../../test/fixtures/config.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { TEST_ORIGIN } from "../../../test/fixtures/services.ts";
import { makeSuperAdmin } from "../../../test/fixtures/staff.ts";
import { BLANK_COMPANY, missingFacts, SAMPLE_COMPANY } from "../../domain/company.ts";
import { readCompanyRow } from "../../platform/company/company.server.ts";
import { activityLogs, companySettings } from "../../platform/db/schema.ts";
import { saveHours, saveNames, saveReach } from "./change-company.server.ts";
import { fieldTexts } from "./field-texts.ts";

const { opened, services } = await fileServices({});
const { connectionString } = opened;
const config = testConfig({ origin: TEST_ORIGIN, dataDir: "/nowhere", seed: "none" });
const secret = "a-secret-for-tests-of-enough-length";
const second = await createServices(config, connectionString, secret, createLog("silent"));
await closedAfterAll(Promise.resolve({ close: () => second.stop() }));
const other = second.services;
const boss = await makeSuperAdmin(opened);
const texts = fieldTexts(SAMPLE_COMPANY);

const version = async () => (await readCompanyRow(services.db, services.initialCompany)).version;
const rename = async (name: string, seen?: number) =>
  saveNames.receive(
    services,
    boss,
    { ...texts, name, version: seen ?? (await version()) },
    crypto.randomUUID(),
  );

beforeEach(async () => {
  await expect.poll(() => services.live.listening() && other.live.listening()).toBe(true);
  await services.db.delete(companySettings);
});

test("[COMPANY-2] a new installation begins with the sample company, or with blanks that are named", async () => {
  expect(await services.company()).toEqual(SAMPLE_COMPANY);
  expect(await other.company()).toEqual(BLANK_COMPANY);
  expect(missingFacts(BLANK_COMPANY)).toEqual([
    "the name",
    "a phone number",
    "a WhatsApp number",
    "an email address",
    "an address",
    "the legal name",
    "the RC number",
    "the courier licence",
  ]);
});

test("[COMPANY-1] when a save is answered, every process has the new facts, and all of them", async () => {
  await Promise.all([services.company(), other.company()]);
  expect(await rename("Kaduna Express")).toEqual({ ok: true });
  expect(await services.company()).toMatchObject({ name: "Kaduna Express" });
  expect(await other.company()).toEqual({ ...SAMPLE_COMPANY, name: "Kaduna Express" });
});

test("[COMPANY-1] who saves from an older version is refused, and what was saved stays", async () => {
  const seen = await version();
  await rename("Kaduna Express", seen);
  expect(await rename("Zaria Express", seen)).toMatchObject({
    code: "conflict",
    reason: "changed_meanwhile",
  });
  expect(await services.company()).toMatchObject({ name: "Kaduna Express" });
  const now = await version();
  const both = await Promise.all([rename("One", now), rename("Two", now)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});

test("[COMPANY-1] the log says what was and what is; the same facts again are no change", async () => {
  await rename("Kaduna Express");
  const [row] = await services.db.select().from(activityLogs).orderBy(desc(activityLogs.id)).limit(1);
  expect(row).toMatchObject({
    action: "update_company",
    adminId: boss.person.id,
    description: "Name Ona Delivery → Kaduna Express",
  });
  const before = await version();
  await rename("Kaduna Express");
  expect(await version()).toBe(before);
});

test("[COMPANY-1] a part changes its own facts alone", async () => {
  const hours = { hours: "Mon 8:00-12:00", holidays: "", version: await version() };
  expect(await saveHours.receive(services, boss, hours, crypto.randomUUID())).toEqual({ ok: true });
  const reach = { ...texts, phones: "0803 700 1122", version: await version() };
  expect(await saveReach.receive(services, boss, reach, crypto.randomUUID())).toEqual({ ok: true });
  expect(await services.company()).toEqual({
    ...SAMPLE_COMPANY,
    hours: [{ first: 0, last: 0, opens: "08:00", closes: "12:00" }],
    holidays: [],
    phones: ["+2348037001122"],
  });
});
