/** The parts of the company's page. */
import { useNavigation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Field, PhoneField, TextAreaField } from "../../ui/field.tsx";
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
            <TextAreaField {...field("phones")} rows={2} hint="One a line. The first is on every page." />
            <PhoneField {...field("whatsapp")} autoComplete="off" />
          </div>
          <TextAreaField
            {...field("emails")}
            rows={2}
            hint="One a line. The first gets the messages of the contact page."
          />
          <Field {...field("address")} hint="Street first, e.g. 12 Herbert Macaulay Way, Yaba, Lagos" />
          <Field {...field("point")} optional hint="Copy it from a map, e.g. 6.5095, 3.3711" />
          <TextAreaField {...field("social")} optional rows={3} hint="One address a line, with https://" />
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
          <TextAreaField
            {...field("values")}
            optional
            rows={5}
            hint="One a line: a word, a colon, a sentence"
          />
          <TextAreaField
            {...field("leaders")}
            optional
            rows={4}
            hint="One a line: a name, a comma, what they do"
          />
        </>
      )}
    </PartForm>
  );
}

export function LookPart({ logo, ...part }: PartProps & { logo: string | null }) {
  const { texts } = part;
  const busy = useNavigation().formData?.get("intent") === "no-logo";
  return (
    <>
      <PartForm {...part} intent="colour" title="Brand colour" stored={texts["colour"] ?? ""}>
        {(field) => (
          <Field
            {...field("colour")}
            type="color"
            className="max-w-32 cursor-pointer p-1"
            hint="Buttons and headings are black on it, so it must be light."
          />
        )}
      </PartForm>
      <PartForm
        {...part}
        intent="logo"
        title="Logo"
        stored={logo ?? ""}
        more={
          logo && (
            <Button intent="no-logo" variant="secondary" busy={busy}>
              Remove the logo
            </Button>
          )
        }
      >
        {(field) => (
          <>
            {logo && <img src={logo} alt="The logo now" className="max-h-24 max-w-48 bg-white p-2" />}
            <Field
              {...field("logo")}
              defaultValue={undefined}
              type="file"
              accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
              hint="Square if possible. We make the icon, the picture for the app and the one for chats of it."
            />
          </>
        )}
      </PartForm>
    </>
  );
}

export function CodesPart({ given, ...part }: PartProps & { given: boolean }) {
  const { texts } = part;
  if (given)
    return (
      <p>
        Tracking codes begin with {texts["codeBefore"]} and end with {texts["codeAfter"]}. Since there are
        bookings, these letters stay.
      </p>
    );
  return (
    <PartForm
      {...part}
      intent="codes"
      title="Tracking codes"
      stored={storedOf(texts, ["codeBefore", "codeAfter"])}
    >
      {(field) => (
        <>
          <p className="text-muted">
            A code looks like {texts["codeBefore"]} 4821 0973 {texts["codeAfter"]}. Choose the letters before
            the first booking: later they stay.
          </p>
          <div className={TWO}>
            <Field {...field("codeBefore")} maxLength={2} autoCapitalize="characters" />
            <Field {...field("codeAfter")} maxLength={2} autoCapitalize="characters" />
          </div>
        </>
      )}
    </PartForm>
  );
}
