/** A person's details as the form of the profile shows them. */
import { formatPhone } from "../../domain/phone.ts";

export function profileTexts(person: {
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  address: string | null;
}) {
  return {
    firstName: person.firstName ?? "",
    lastName: person.lastName ?? "",
    phone: person.phone ? formatPhone(person.phone) : "",
    address: person.address ?? "",
  };
}
