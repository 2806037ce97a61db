/** The company's contacts, for a receiver. */
import { MessageCircle, Phone } from "lucide-react";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { useCompany } from "../../platform/company/use-company.ts";
import { useText } from "../tracking/languages/use-text.ts";
import { ButtonLink } from "../../ui/button.tsx";

/** The company's phone numbers and WhatsApp. `text` is the start of the WhatsApp message. */
export function CallUs({ text }: { text: string }) {
  const { t } = useText();
  const { name, phone, phoneText, whatsapp } = useCompany();
  return (
    <p className="mt-3 flex flex-wrap gap-3">
      {phone && (
        <ButtonLink href={`tel:${phone}`} className="max-sm:grow">
          <Phone aria-hidden className="size-5" />
          {t("Call {phone}", { phone: phoneText })}
        </ButtonLink>
      )}
      {whatsapp && (
        <ButtonLink
          href={whatsappLink(whatsapp, `Hello ${name}, ${text}`)}
          external
          variant="secondary"
          className="max-sm:grow"
        >
          <MessageCircle aria-hidden className="size-5" />
          WhatsApp
        </ButtonLink>
      )}
    </p>
  );
}
