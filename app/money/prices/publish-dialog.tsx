/** PRICE-9: the changes of a new list, its first day, and the button that publishes the list. */
import { Form } from "react-router";
import { adminDayText } from "../../domain/dates.ts";
import { SendButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { UrlDialog } from "../../ui/url-dialog.tsx";
import { DraftFields, type DraftFormProps } from "./draft-forms.tsx";
import type { PublishOffer } from "./publish-offer.server.ts";
import { changesText, changeText } from "./price-change.ts";
import type { ComparedQuotes } from "./compare.ts";
import { priceText } from "./price-text.ts";

type Props = DraftFormProps & {
  offer: PublishOffer;
  again: number | null;
  gaps: readonly string[];
  here: string;
};

/** `again` is the former version that is published again. Null if a draft is published. */
export function PublishDialog({ offer, again, gaps, here, draft, errors, values }: Props) {
  const { version, today, day, before, compared, returns, later } = offer;
  return (
    <UrlDialog
      title={again === null ? `Publish version ${version}` : `Publish version ${again} again`}
      text={
        again === null
          ? "Only what is saved is published. You cannot edit the list after you publish it."
          : `The prices of version ${again} become version ${version}. Bookings keep the price they were made at.`
      }
      closeTo={here}
      startAtField={false}
    >
      {gaps.length > 0 ? (
        <Gaps gaps={gaps} />
      ) : (
        <Form method="post" noValidate className="grid gap-4">
          <FormErrors
            errors={"validFrom" in values ? errors : {}}
            title="Nothing was published"
            labels={{ validFrom: "Starts on" }}
          />
          <DraftFields {...draft} />
          <input type="hidden" name="version" value={version} />
          <section aria-label="Ten sample parcels">
            <p className="font-semibold">{changesText(compared)}</p>
            {returns && <p className="font-semibold">{returns}</p>}
            <p className="text-sm text-muted">
              {`Ten sample parcels${before ? `, compared with version ${before}` : ""}, on ${adminDayText(day)}.`}
            </p>
            <ComparedList rows={compared} />
          </section>
          {later.map((one) => (
            <p key={one.version} className="border-l-8 border-danfo bg-card px-3 py-2">
              {`Version ${one.version} still starts on ${adminDayText(one.validFrom)}. To replace it, start on that day or later.`}
            </p>
          ))}
          <Field
            label="Starts on"
            type="date"
            name="validFrom"
            min={today}
            defaultValue={values["validFrom"] ?? day}
            error={errors["validFrom"]}
            hint="From midnight in Lagos. If you choose today, new bookings cost this at once."
          />
          <div>
            <SendButton intent={again === null ? "publish" : "publish-again"} busyLabel="Publishing...">
              {`Publish as version ${version}`}
            </SendButton>
          </div>
        </Form>
      )}
    </UrlDialog>
  );
}

export function Gaps({ gaps }: { gaps: readonly string[] }) {
  return (
    <>
      <p className="font-semibold">This list is not complete yet:</p>
      <ul className="list-disc pl-5">
        {gaps.map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
    </>
  );
}

/** Lists the parcels, changed prices first. A parcel takes two lines on a phone, one on a wide screen. */
function ComparedList({ rows }: { rows: readonly ComparedQuotes[] }) {
  const shown = rows.map((row) => {
    const [from, to] = [row.before && priceText(row.before), priceText(row.after)];
    return { what: row.what, from, to, changed: from !== null && from !== to, change: changeText(row) };
  });
  return (
    <ul className="mt-2 border-t border-line">
      {shown
        .toSorted((a, b) => Number(b.changed) - Number(a.changed))
        .map(({ what, from, to, changed, change }) => (
          <li
            key={what}
            className={`flex flex-wrap justify-between gap-x-4 border-b border-line py-1 text-sm tabular-nums ${
              changed ? "font-semibold" : "text-muted"
            }`}
          >
            <span>{what}</span>
            <span className="ml-auto">
              {changed ? `${from} → ${to}${change === "-" ? "" : ` (${change})`}` : to}
            </span>
          </li>
        ))}
    </ul>
  );
}
