/** A text about a parcel, with the ways to reach the company. */
import type { ReactNode } from "react";
import { MessageCircle, Phone } from "lucide-react";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { useCompany } from "../../platform/company/use-company.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { useText } from "./languages/use-text.ts";

type Props = {
  code: string;
  /** CHOICE-3: true for the link to the page where the sender decides. */
  decide?: boolean;
  children: ReactNode;
};

export function Help({ code, decide = false, children }: Props) {
  const company = useCompany();
  const { t } = useText();
  return (
    <div className="mt-4 border-l-8 border-stop bg-card px-3 py-3 sm:px-4">
      <p>{children}</p>
      <p className="mt-3 flex flex-wrap gap-3 print:hidden">
        {decide && (
          <ButtonLink to={`/bookings/${code}`} size="sm">
            {t("Tell us what to do")}
          </ButtonLink>
        )}
        <ButtonLink href={`tel:${company.phone}`} variant="secondary" size="sm">
          <Phone aria-hidden className="size-4" />
          {t("Call {phone}", { phone: company.phoneText })}
        </ButtonLink>
        <ButtonLink
          href={whatsappLink(company.whatsapp, `Hello ${company.name}, my parcel ${code}:`)}
          external
          variant="secondary"
          size="sm"
        >
          <MessageCircle aria-hidden className="size-4" />
          WhatsApp
        </ButtonLink>
      </p>
    </div>
  );
}
