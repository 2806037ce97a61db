/**
 * RECEIVER-2: the notice that the Nigeria Data Protection Act 2023 (section 27) and the GAID 2025 require.
 * The notice says who uses the data, why, until when, and how to object.
 */
import { useCompany } from "../../platform/company/use-company.ts";
import { useText } from "../../languages/use-text.ts";

export type Legal = Record<"name" | "rcNumber" | "licenceNumber" | "address" | "email", string>;

export function WhoWeAre({ legal, from }: { legal: Legal; from: string | null }) {
  const { t } = useText();
  const { name, hours } = useCompany();
  const facts = [
    legal.name || name,
    legal.rcNumber,
    legal.licenceNumber && t("courier licence {number}", { number: legal.licenceNumber }),
  ];
  return (
    <section aria-labelledby="privacy" className="mt-8 border-t-2 border-dashed border-line pt-4 text-sm">
      <h2 id="privacy" className="font-semibold">
        {t("Who we are, and your data")}
      </h2>
      <p className="mt-1">
        {facts.filter(Boolean).join(", ")}, {legal.address}.
      </p>
      {hours.length > 0 && <p className="mt-1">{t("Office hours: {hours}.", { hours: hours.join(", ") })}</p>}
      <p className="mt-1">
        {t(
          "{from} gave us your name, phone and address so that we can bring you this parcel. We use them for nothing else. We keep them for six years after the booking, as long as a claim can be brought, and then erase them.",
          { from: from ?? t("The sender") },
        )}
      </p>
      <p className="mt-1">
        {t("To see or correct them, to object or to have them erased, call us or write to:")}{" "}
        <a href={`mailto:${legal.email}`} className="underline underline-offset-4 wrap-anywhere">
          {legal.email}
        </a>
        . {t("You can complain to the Nigeria Data Protection Commission.")}
      </p>
    </section>
  );
}
