/**
 * COMPANY-1: changes the company's facts, which are one row. Each change sends the version of the row that the person
 * saw.
 */
import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import type { Admin } from "../../access/actor.ts";
import type { Company } from "../../domain/company.ts";
import { refusedKey } from "../../domain/refused-address.ts";
import { STATES } from "../../domain/states.ts";
import { readActiveHubs } from "../../places/hubs.server.ts";
import { sendHeldMails } from "../../notifications/mail-again.server.ts";
import { readCompanyRow } from "../../platform/company/company.server.ts";
import { keepIssuer } from "../../platform/company/issuer.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, companySettings } from "../../platform/db/schema.ts";
import { queueFileRemoval } from "../../platform/files/remove-pictures.server.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import {
  aboutForm,
  codesForm,
  hoursForm,
  lookForm,
  namesForm,
  reachForm,
  roadForm,
  servedForm,
} from "./company-forms.ts";
import { FACT_LABELS, inWords } from "./fact-labels.ts";
import { messagesForm } from "./message-form.ts";
import { drawLogo } from "./logo.server.ts";
import { refuse } from "./messages.ts";
import { statesWithoutHub } from "../../domain/states-without-hub.ts";

/** The longest time, in ms, for which a save waits until the other processes confirm the change. */
const TELL_MS = 1000;

const version = z.object({ version: z.coerce.number().int().min(0) });
type Facts = Partial<Company>;

/**
 * Writes facts of the company, and logs the former values. Refuses if another person saved facts after the page was
 * shown. Writes nothing if all values are unchanged.
 */
async function write(
  { services, tx, actor, at }: Work<Admin>,
  { version: seen, ...facts }: Facts & { version: number },
): Promise<{ ok: true } | Refusal> {
  const { initialCompany } = services;
  await tx
    .insert(companySettings)
    .values({ facts: initialCompany, version: 0, createdAt: at, updatedAt: at })
    .onConflictDoNothing();
  await tx.execute(sql`select 1 from ${companySettings} for update`);
  const { company, version: now } = await readCompanyRow(tx, initialCompany);
  if (now !== seen) return refuse("conflict", "changed_meanwhile");
  const changed = (Object.keys(facts) as (keyof Company)[]).filter(
    (fact) => JSON.stringify(facts[fact]) !== JSON.stringify(company[fact]),
  );
  if (changed.length === 0) return { ok: true };
  await tx
    .update(companySettings)
    .set({ facts: { ...company, ...facts }, version: now + 1, updatedAt: at })
    .where(eq(companySettings.id, 1));
  await keepIssuer(tx, company, changed, at);
  const [mailedTo] = company.emails;
  if (mailedTo && facts.emails && facts.emails[0] !== mailedTo)
    await sendHeldMails(tx, services.jobs, [refusedKey(mailedTo)]);
  if ("logo" in facts && company.logo) await queueFileRemoval(tx, services, [company.logo]);
  await recordActivity(tx, actor, at, {
    action: "update_company",
    description: changed
      .map((fact) => `${FACT_LABELS[fact]} ${inWords(fact, company[fact])} → ${inWords(fact, facts[fact])}`)
      .join("; ")
      .slice(0, 1000),
    entityType: "company",
  });
  return { ok: true };
}

/** Notifies all processes. Returns once every process shows the new facts, or after TELL_MS. */
const tell = ({ live }: Services) => live.tellAll("company", TELL_MS);

/**
 * Makes the operation that saves a part. The operation refuses invalid fields, and facts that another person changed.
 */
const part = <Schema extends z.ZodType<Facts>>(
  name: string,
  form: Schema,
  refused: (work: Work<Admin>, facts: Facts) => Promise<Refusal | null> = async () => null,
) =>
  operation({
    name: `company.save_${name}`,
    by: staff("manageCompany"),
    input: z.intersection(version, form as z.ZodType<Facts>),
    varying: ["version"],
    run: async (work, input) => (await refused(work, input)) ?? write(work, input),
    tell,
  });

export const saveNames = part("names", namesForm);
export const saveReach = part("reach", reachForm);
export const saveHours = part("hours", hoursForm);
export const saveAbout = part("about", aboutForm);
export const saveColour = part("colour", lookForm);
export const saveServed = part("served", servedForm);
/** TELL-9: saves the settings of messages to receivers. */
export const saveMessages = part("messages", messagesForm);

/** COMPANY-8: switches off the states that no hub serves. Refuses if no state would remain. */
export const saveServedByHubs = operation({
  name: "company.served_by_hubs",
  by: staff("manageCompany"),
  input: version,
  varying: ["version"],
  run: async (work, { version: seen }) => {
    const without = statesWithoutHub(await readActiveHubs(work.tx));
    const { company } = await readCompanyRow(work.tx, work.services.initialCompany);
    const unserved = STATES.filter((state) => without.includes(state) || company.unserved.includes(state));
    if (unserved.length === STATES.length) return refuse("invalid", "no_state_left");
    return write(work, { version: seen, unserved });
  },
  tell,
});
export const saveRoad = part("road", roadForm);

/** True if there is a booking, and therefore a tracking code. */
export async function hasBookings(db: Pick<Db, "select">): Promise<boolean> {
  return (await db.select({ id: bookings.id }).from(bookings).limit(1)).length > 0;
}

/** COMPANY-5: saves the letters of tracking codes. Refuses a change once there is a booking. */
export const saveCodes = part("codes", codesForm, async ({ services, tx }, { codeBefore, codeAfter }) => {
  const { company } = await readCompanyRow(tx, services.initialCompany);
  if (company.codeBefore === codeBefore && company.codeAfter === codeAfter) return null;
  return (await hasBookings(tx)) ? refuse("conflict", "codes_given") : null;
});

/** COMPANY-4: stores the logo as a re-encoded picture. Refuses files that are no picture. */
export const saveLogo = operation({
  name: "company.save_logo",
  by: staff("manageCompany"),
  input: z.intersection(version, z.object({ logo: z.instanceof(File).optional() })),
  varying: ["version", "logo"],
  prepare: async ({ services, actor }, { logo }) => {
    if (!logo) return refuse("invalid", "no_logo");
    const drawn = await drawLogo(services, new Uint8Array(await logo.arrayBuffer()), actor.person.id);
    return drawn.ok
      ? { ok: true, prepared: drawn.key }
      : refuse("invalid", "wrong_logo", { text: drawn.error });
  },
  run: (work, { version: seen }) => write(work, { version: seen, logo: work.prepared }),
  tell,
});

/** Removes the uploaded logo, so that pages show the drawn logo again. */
export const removeLogo = operation({
  name: "company.remove_logo",
  by: staff("manageCompany"),
  input: version,
  varying: ["version"],
  run: (work, { version: seen }) => write(work, { version: seen, logo: null }),
  tell,
});
