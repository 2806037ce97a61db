/** A phone number that staff call or write to. Plain text where the number was erased. */
import { whatsappLink } from "../../domain/whatsapp.ts";

/** 'whose' tells several numbers of a page apart. `e164` is null where it is no number. */
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
