import { formatPhone } from "../../domain/phone.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Call } from "./messages.ts";

/** The end of a message about a problem that only a person can solve. */
export async function callUs({ company }: Pick<Services, "company">): Promise<Call> {
  const [phone] = (await company()).phones;
  return { call: phone ? `Call us: ${formatPhone(phone)}.` : "Write to us." };
}
