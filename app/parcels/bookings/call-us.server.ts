import { formatPhone } from "../../domain/phone.ts";
import type { Services } from "../../platform/services.server.ts";
import type { CallText } from "./messages.ts";

/**
 * Returns the last sentence of a message: how to call the company. `from`: the transaction with which the company is
 * read.
 */
export async function callUs(
  { company }: Pick<Services, "company">,
  from: Parameters<Services["company"]>[0],
): Promise<CallText> {
  const [phone] = (await company(from)).phones;
  return { call: phone ? `Call us: ${formatPhone(phone)}.` : "Write to us." };
}
