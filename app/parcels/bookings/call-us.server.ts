import { formatPhone } from "../../domain/phone.ts";
import type { Services } from "../../platform/services.server.ts";
import type { CallText } from "./messages.ts";

/** The end of a message about a problem that needs our staff. Pass a running transaction as `from`. */
export async function callUs(
  { company }: Pick<Services, "company">,
  from: Parameters<Services["company"]>[0],
): Promise<CallText> {
  const [phone] = (await company(from)).phones;
  return { call: phone ? `Call us: ${formatPhone(phone)}.` : "Write to us." };
}
