/** CONTACT-2: the confirmation after a message was sent. The confirmation stays on the page. */
import { ButtonLink } from "../../ui/button.tsx";
import { useCompany } from "../../platform/company/use-company.ts";

export function MessageSent({ again, label }: { again: string; label: string }) {
  const { phone, phoneText } = useCompany();
  return (
    <section aria-labelledby="sent" className="border-l-8 border-go bg-card p-4 sm:p-6">
      <h2 id="sent" className="font-display text-2xl font-extrabold">
        We have your message
      </h2>
      <p className="mt-2">
        We emailed you that we have it. Our answer comes to the same email. To change something, reply to that
        mail or call{" "}
        <a href={`tel:${phone}`} className="underline underline-offset-4">
          {phoneText}
        </a>
        .
      </p>
      <p className="mt-4">
        <ButtonLink variant="secondary" to={again}>
          {label}
        </ButtonLink>
      </p>
    </section>
  );
}
