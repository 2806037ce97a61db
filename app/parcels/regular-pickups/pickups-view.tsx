/** PICKUP-1: the page of regular pickups of a person, a store or a business. */
import { useNavigation, useSearchParams } from "react-router";
import { withParams } from "../../platform/http/query.ts";
import type { ActionResult } from "../../platform/http/result.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { FormErrors } from "../../ui/form.tsx";
import { NamedSection } from "../../ui/named-section.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { PickupCard } from "./pickup-card.tsx";
import type { PickupsPage } from "./pickups-page.server.ts";
import { pickupFormValues, NEW_VALUES, RegularFormView, regularFormProps } from "./regular-form-view.tsx";

type Props = { page: PickupsPage; refused: ActionResult | undefined };

export function PickupsView({ page, refused }: Props) {
  const { pickups, edited, isAsking, company, key } = page;
  const busy = useNavigation().state !== "idle";
  const [params] = useSearchParams();
  const to = (change: Record<string, string | null>) =>
    withParams(params, { add: null, edit: null, ...change }) || "?";
  const intent = refused?.values["intent"] ?? "";
  const isForm = intent === "ask" || intent === "change";
  const form = regularFormProps(
    isForm ? refused : undefined,
    key,
    edited ? pickupFormValues(edited.wanted ?? edited) : { ...NEW_VALUES, ...page.known },
  );
  const wrong = !isForm && refused ? Object.values(refused.errors)[0] : null;
  return (
    <>
      <PageHead
        title="Regular pickups"
        text="Our rider comes on the same days of each week, without a booking for it. Book your parcels before the rider comes."
        actions={
          !isAsking && !edited && intent !== "ask" ? (
            <ButtonLink size="sm" variant="secondary" to={to({ add: "1" })}>
              Ask for another
            </ButtonLink>
          ) : null
        }
      />
      {wrong && (
        <div className="mt-4">
          <FormErrors errors={{ form: wrong }} title="Nothing was changed" />
        </div>
      )}
      {(isAsking || edited || intent === "ask") && (
        <NamedSection
          id="ask"
          title={edited ? "Change the regular pickup" : "Ask for a regular pickup"}
          className="mt-6"
        >
          <div className="mt-3">
            <RegularFormView
              key={edited ? `${edited.id} ${edited.version}` : "new"}
              {...form}
              intent={edited ? "change" : "ask"}
              of={edited}
              button={
                edited && edited.status !== "asked" ? "Ask for the change" : edited ? "Save" : "Ask for it"
              }
              closeTo={pickups.length > 0 ? to({}) : null}
            />
          </div>
        </NamedSection>
      )}
      <div className="mt-8 grid gap-6">
        {pickups.map((pickup) => (
          <PickupCard
            key={pickup.id}
            {...{ pickup, busy, company }}
            formKey={key}
            editTo={to({ edit: pickup.id })}
          />
        ))}
      </div>
    </>
  );
}
