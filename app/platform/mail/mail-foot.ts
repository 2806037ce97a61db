/** The two lines below every mail: the company with its address, and how to contact the company. Pure. */
import type { Company } from "../../domain/company.ts";
import { formatPhone } from "../../domain/phone.ts";

export const mailPlace = ({ name, address }: Pick<Company, "name" | "address">): string =>
  [name, address].filter(Boolean).join(", ");

export const mailReach = ({ phones: [phone], emails: [email] }: Pick<Company, "phones" | "emails">): string =>
  [phone && formatPhone(phone), email].filter(Boolean).join(" · ");
