/** BOOK-4: the facts that decide a parcel's days: the company's hours, holidays and cut-off, and its active hubs. */
import type { Company } from "../domain/company.ts";
import { lagosDay } from "../domain/dates.ts";
import { closedDays, type DaysRules } from "../domain/places-days.ts";
import type { Db } from "../platform/db/client.server.ts";
import type { Services } from "../platform/services.server.ts";
import { activeHubs, activeHubsIn, type ActiveHub } from "./hubs.server.ts";

/** The closed days, computed once a day, because every booking needs them. */
const closedOf = new WeakMap<Company, { day: string; closed: Set<string> }>();

function rulesOf(company: Company, hubs: readonly ActiveHub[], at: Date): DaysRules {
  const day = lagosDay(at);
  let known = closedOf.get(company);
  if (known?.day !== day) closedOf.set(company, (known = { day, closed: closedDays(at, company) }));
  return { office: company.hours, hubs, closed: known.closed, cutOff: company.pickupUntil };
}

/** Reads the rules for parcels that are booked at `at`, for `Services.daysRules`. Pass `tx` inside a transaction. */
export async function readDaysRules(
  services: Pick<Services, "db" | "live" | "company">,
  at: Date,
  tx?: Pick<Db, "select">,
): Promise<DaysRules> {
  const company = await services.company(tx);
  return rulesOf(company, await (tx ? activeHubsIn(tx, services) : activeHubs(services)), at);
}
