/** PAY-10: the ways of paying that the company has set up. */
import { hoursLines } from "../../domain/office-hours.ts";
import type { PaySetup } from "../../domain/how-to-pay.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { readCompanyAccount } from "./company-account.server.ts";

/** Reads the ways to pay. Do not call this inside a transaction, because it may use another database connection. */
export async function paySetup(services: Services): Promise<PaySetup> {
  const [{ address, hours }, hubs, account] = await Promise.all([
    services.company(),
    activeHubs(services),
    readCompanyAccount(services.db),
  ]);
  return {
    online: services.online !== null,
    account,
    office: address ? { name: `our office, ${address}`, hours: hoursLines(hours) } : null,
    hubs: hubs.map(({ name, address: street, hours: open }) => ({
      name: `${name}, ${street}`,
      hours: open.split("\n").filter(Boolean),
    })),
  };
}
