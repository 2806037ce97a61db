/** A phone number with links for a call and a chat. The text of an erased number has no links. */
import { whatsappLink } from "../../domain/whatsapp.ts";

/** `whose` tells several numbers on a page apart. `e164` is null if the text is no phone number. */
export function PhoneLinks({ phone, e164, whose }: { phone: string; e164: string | null; whose: string }) {
  if (!e164) return <>{phone}</>;
  const look = "inline-flex min-h-11 items-center underline underline-offset-4";
  return (
    <span className="flex flex-wrap gap-x-4">
      <a href={`tel:${e164}`} className={`${look} font-semibold tabular-nums`}>
        {phone}
      </a>
      <a
        href={whatsappLink(e164, "")}
        target="_blank"
        rel="noopener"
        aria-label={`WhatsApp ${whose}, ${phone}`}
        className={look}
      >
        WhatsApp
      </a>
    </span>
  );
}

export function PhoneLine({ e164, phone }: { e164: string | null; phone: string }) {
  if (!e164) return <span className="block font-normal">{phone}</span>;
  return (
    <a
      href={`tel:${e164}`}
      className="flex min-h-11 items-center font-normal tabular-nums underline underline-offset-4"
    >
      {phone}
    </a>
  );
}
