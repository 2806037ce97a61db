/** The buttons for a call and a chat with the company, for senders and receivers. */
import type { ReactNode } from "react";
import { MessageCircle, Phone } from "lucide-react";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { useCompany } from "../../platform/company/use-company.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { useText } from "../../languages/use-text.ts";

type Props = {
  /** The first words of the WhatsApp message, after 'Hello' and the company's name. */
  text: string;
  small?: boolean;
  isMain?: boolean;
  children?: ReactNode;
};

/** Draws the buttons. If the company has no number for one of them, that button is left out. */
export function CallUs({ text, small = false, isMain = false, children }: Props) {
  const { t } = useText();
  const { name, phone, phoneText, whatsapp } = useCompany();
  const look = { size: small ? "sm" : undefined, className: small ? undefined : "max-sm:grow" } as const;
  const icon = small ? "size-4" : "size-5";
  return (
    <p className="mt-3 flex flex-wrap gap-3 print:hidden">
      {children}
      {phone && (
        <ButtonLink href={`tel:${phone}`} variant={isMain ? "primary" : "secondary"} {...look}>
          <Phone aria-hidden className={icon} />
          {t("Call {phone}", { phone: phoneText })}
        </ButtonLink>
      )}
      {whatsapp && (
        <ButtonLink
          href={whatsappLink(whatsapp, `Hello ${name}, ${text}`)}
          external
          variant="secondary"
          {...look}
        >
          <MessageCircle aria-hidden className={icon} />
          WhatsApp
        </ButtonLink>
      )}
    </p>
  );
}
