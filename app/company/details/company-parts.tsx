/** The parts of the company's page. */
import { Field, PhoneField, TextAreaField } from "../../ui/field.tsx";
import { RowsField } from "../../ui/rows-field.tsx";
import { PartForm, storedOf, type PartProps } from "./part-form.tsx";

const TWO = "grid gap-4 sm:grid-cols-2";

export function NamesPart(part: PartProps) {
  const stored = storedOf(part.texts, NAMES);
  return (
    <PartForm {...part} intent="names" title="Name and registration" stored={stored}>
      {(field) => (
        <>
          <div className={TWO}>
            <Field {...field("name")} autoComplete="off" />
            <Field {...field("shortName")} hint="For the app on a phone, and in here" autoComplete="off" />
          </div>
          <Field {...field("tagline")} />
          <div className={TWO}>
            <Field {...field("legalName")} optional />
            <Field {...field("rcNumber")} optional />
            <Field {...field("tin")} optional />
            <Field {...field("insurance")} optional />
            <Field {...field("licenceNumber")} optional />
            <Field {...field("licenceClass")} optional hint="As NIPOST granted it, e.g. National" />
            <Field {...field("licenceUntil")} optional type="date" />
          </div>
        </>
      )}
    </PartForm>
  );
}
const NAMES = [
  ...(["name", "shortName", "tagline", "legalName", "rcNumber", "tin"] as const),
  ...(["insurance", "licenceNumber", "licenceClass", "licenceUntil"] as const),
];

export function ReachPart(part: PartProps) {
  const stored = storedOf(part.texts, ["phones", "whatsapp", "emails", "address", "point", "social"]);
  return (
    <PartForm {...part} intent="reach" title="Contact" stored={stored}>
      {(field) => (
        <>
          <div className={TWO}>
            <RowsField
              {...field("phones")}
              columns={["Phone number"]}
              one="phone number"
              most={5}
              type="tel"
              hint="The first is on every page."
            />
            <PhoneField {...field("whatsapp")} autoComplete="off" />
          </div>
          <RowsField
            {...field("emails")}
            columns={["Email address"]}
            one="email address"
            most={5}
            inputMode="email"
            hint="The first gets the messages of the contact page."
          />
          <Field {...field("address")} hint="Street first, e.g. 12 Herbert Macaulay Way, Yaba, Lagos" />
          <Field {...field("point")} optional hint="Copy it from a map, e.g. 6.5095, 3.3711" />
          <RowsField
            {...field("social")}
            optional
            columns={["Address of a page"]}
            one="link"
            most={8}
            inputMode="url"
            hint="With https://"
          />
        </>
      )}
    </PartForm>
  );
}

export function HoursPart(part: PartProps) {
  return (
    <PartForm
      {...part}
      intent="hours"
      title="Opening hours"
      stored={storedOf(part.texts, ["hours", "holidays", "pickupUntil"])}
    >
      {(field) => (
        <>
          <TextAreaField
            {...field("hours")}
            rows={3}
            hint="A line for days with the same hours, e.g. Mon-Fri 8:00-18:00. Days that you leave out are closed."
          />
          <Field
            {...field("pickupUntil")}
            type="time"
            hint="Parcels booked later, or less than an hour before closing, are picked up on the next working day. Same Day ends at noon."
          />
          <TextAreaField
            {...field("holidays")}
            optional
            rows={9}
            hint="One a line. 25 Dec Christmas Day is every year, 26 Mar 2027 Good Friday once. Add the days of Sallah and Maulud when they are announced."
          />
        </>
      )}
    </PartForm>
  );
}

export function AboutPart(part: PartProps) {
  const { texts } = part;
  const stored = storedOf(texts, [
    "founded",
    "motto",
    "mottoText",
    "footerLine",
    "story",
    "values",
    "leaders",
  ]);
  return (
    <PartForm {...part} intent="about" title="About us" stored={stored}>
      {(field) => (
        <>
          <div className={TWO}>
            <Field {...field("founded")} optional inputMode="numeric" hint="The year" />
            <Field {...field("motto")} optional hint="One large word at the top of About Us" />
          </div>
          <Field {...field("mottoText")} optional />
          <Field {...field("footerLine")} optional />
          <TextAreaField {...field("story")} optional rows={8} hint="An empty line begins a paragraph" />
          <RowsField
            {...field("values")}
            optional
            columns={["Word", "Sentence"]}
            between=": "
            one="value"
            most={8}
          />
          <RowsField
            {...field("leaders")}
            optional
            columns={["Name", "What they do"]}
            between=", "
            one="person"
            most={9}
          />
        </>
      )}
    </PartForm>
  );
}
