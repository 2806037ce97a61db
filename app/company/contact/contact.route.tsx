/** The page 'Contact Us'. */
import { useRef, type ReactNode } from "react";
import { useNavigation } from "react-router";
import type { Route } from "./+types/contact.route";
import { asCustomerOrGuest } from "../../access/actors.server.ts";
import { servicesContext } from "../../platform/context.ts";
import { formAction } from "../../platform/http/form-action.server.ts";
import { pageFormKey, type RawValues } from "../../platform/http/form.server.ts";
import { formProps } from "../../platform/http/form-props.ts";
import { formClientAction } from "../../platform/http/network-error.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { companyIn, pageMeta } from "../../platform/http/page-meta.ts";
import { Breakable } from "../../ui/breakable.tsx";
import { Button } from "../../ui/button.tsx";
import { EmailField, Field, optionsOf, PhoneField, SelectField, TextAreaField } from "../../ui/field.tsx";
import { useDraft } from "../../ui/draft.ts";
import { FormErrors, KeyedForm, useForm } from "../../ui/form.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { KEYED_FORM } from "../../ui/page-key.ts";
import { CONTACT_BUTTONS } from "./forms.server.ts";
import { MessageSent } from "./message-sent.tsx";
import { howToPayAtAll } from "../../domain/how-to-pay.ts";
import { servedText } from "../../domain/served-states.ts";
import { paySetup } from "../../money/payments/pay-setup.server.ts";
import { closedSoon, openNow } from "./opening-hours.ts";
import { Questions } from "./questions.tsx";
import { StreetMap } from "./street-map.tsx";
import { CONTACT_SUBJECTS } from "../../domain/contact-subjects.ts";
import { sessionContext } from "../../access/principal-context.ts";
import { useCompany } from "../../platform/company/use-company.ts";
import { formatPhone } from "../../domain/phone.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Contact Us",
    description: `Call, chat or write to ${companyIn(args).name}.`,
    path: "/contact",
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const company = await services.company();
  const { person } = context.get(sessionContext);
  const prefill: RawValues = person
    ? { name: person.fullName ?? "", email: person.email, phone: person.phone ?? "" }
    : {};
  return {
    key: pageFormKey(context),
    prefill,
    hours: openNow(services.now(), company),
    closed: closedSoon(services.now(), company),
    about: { pay: howToPayAtAll(await paySetup(services)), served: servedText(company) },
    phones: company.phones.slice(1).map((number) => ({ number, text: formatPhone(number) })),
    emails: company.emails.slice(1),
    point: company.point,
    sent: new URL(request.url).searchParams.has("sent"),
  };
}

const NOT_SENT = "There was a problem sending your message. Please try again.";

export const action = formAction({
  actor: (context) => asCustomerOrGuest(context.get(sessionContext)),
  buttons: CONTACT_BUTTONS,
  to: () => "/contact?sent=1",
  failed: NOT_SENT,
});

export const clientAction = formClientAction<typeof action>(NOT_SENT);

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, prefill, hours, closed, about, phones, emails, point, sent } = loaderData;
  const { name, address, phone, phoneText, whatsapp, email, hours: lines, licence } = useCompany();
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8">
      <PageHead title="Contact Us" text="Call, chat or write to us." />
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Card title="Location">{address}</Card>
        <Card title="Phone">
          {phone && <CardLink href={`tel:${phone}`}>{phoneText}</CardLink>}
          {phones.map(({ number, text }) => (
            <CardLink key={number} href={`tel:${number}`}>
              {text}
            </CardLink>
          ))}
          {whatsapp && <CardLink href={whatsappLink(whatsapp, `Hello ${name}`)}>Chat on WhatsApp</CardLink>}
        </Card>
        <Card title="Email">
          {[email, ...emails].filter(Boolean).map((one) => (
            <CardLink key={one} href={`mailto:${one}`}>
              <Breakable text={one} />
            </CardLink>
          ))}
        </Card>
        <Card title="Business hours">
          {lines.map((line) => (
            <span key={line} className="block">
              {line.replace(" ", ": ")}
            </span>
          ))}
          {closed.map((day) => (
            <span key={day} className="block font-semibold">
              {day}
            </span>
          ))}
          <strong className={hours.open ? "text-go" : "text-stop"}>{hours.text}</strong>
        </Card>
      </ul>
      {licence && <p className="mt-4 text-sm text-muted">{licence}.</p>}
      <div className="mt-10 grid gap-10 lg:grid-cols-2">
        {sent && !actionData ? (
          <MessageSent again="/contact" label="Write another message" />
        ) : (
          <MessageForm {...formProps(actionData, key, prefill)} />
        )}
        <div className="grid content-start gap-8">
          {point && <StreetMap {...point} />}
          <Questions {...about} />
        </div>
      </div>
    </div>
  );
}

const loadForm = () => import("./contact-form.ts").then((module) => module.contactForm);

function MessageForm(props: { formKey: string; errors: RawValues; values: RawValues }) {
  const formRef = useRef<HTMLFormElement>(null);
  const { field, handlers, allErrors, formId } = useForm(loadForm, props);
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formAction === "/contact";
  const sent =
    navigation.state === "loading" &&
    navigation.formAction === "/contact" &&
    Object.keys(props.errors).length === 0;
  useDraft(formRef, "contact", sent);
  return (
    <KeyedForm
      ref={formRef}
      formKey={props.formKey}
      id={KEYED_FORM}
      action="/contact"
      className="grid content-start gap-4"
      aria-busy={busy}
      {...handlers}
    >
      <h2 className="font-display text-2xl font-extrabold">Write to us</h2>
      <FormErrors errors={allErrors} formId={formId} title="Submission failed" />
      <Field label="Name" autoComplete="name" {...field("name")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <EmailField label="Email" {...field("email")} />
        <PhoneField label="Phone number" optional {...field("phone")} />
      </div>
      <SelectField
        label="Subject"
        options={optionsOf("Choose a subject", CONTACT_SUBJECTS)}
        {...field("subject")}
      />
      <TextAreaField label="Message" rows={6} {...field("message")} />
      <Button type="submit" busy={busy} busyLabel="Sending...">
        Send Message
      </Button>
    </KeyedForm>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="border-t-4 border-dashed border-danfo bg-card p-4">
      <h2 className="font-display text-lg font-bold">{title}</h2>
      <div className="mt-1">{children}</div>
    </li>
  );
}

function CardLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} rel="noopener" className="block w-fit py-2.5 underline underline-offset-4">
      {children}
    </a>
  );
}
