/** EXC-4 to EXC-8: the links of an exception to the people and pages that its next step needs. */
import { MessageCircle, Phone } from "lucide-react";
import type { ExceptionLink } from "../../domain/exception-kinds.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { claimPlace } from "./exception-facts.tsx";
import type { ExceptionDetails } from "./read-exception.server.ts";

/** Returns the URL of the page on which staff count the cash of the holder (a rider or hub). */
export const cashPlace = ({ details }: Pick<ExceptionDetails, "details">): string =>
  typeof details?.["holder"] === "string"
    ? `/admin/cash/${details["holder"].replace(":", "/")}`
    : "/admin/cash";

type LinkProps = { link: ExceptionLink; one: ExceptionDetails; askTo: string | null; first: boolean };

export function StepLink({ link, one, askTo, first }: LinkProps) {
  const { code, runId, run, driver, driverPhone, people } = one;
  const start = first ? { "data-start": "" } : {};
  switch (link) {
    case "sender":
      return (
        <>
          {askTo && (
            <ButtonLink {...start} href={askTo} external>
              <MessageCircle aria-hidden className="size-5" />
              Ask on WhatsApp
            </ButtonLink>
          )}
          {people?.senderE164 && (
            <ButtonLink {...(askTo ? {} : start)} variant="secondary" href={`tel:${people.senderE164}`}>
              <Phone aria-hidden className="size-5" />
              Call {people.senderPhone}
            </ButtonLink>
          )}
        </>
      );
    case "driver":
      return driverPhone ? (
        <ButtonLink {...start} href={`tel:${driverPhone}`}>
          <Phone aria-hidden className="size-5" />
          Call {driver ?? "the driver"}
        </ButtonLink>
      ) : (
        <p>We have no phone number of the driver.</p>
      );
    case "receive":
      return runId ? (
        <ButtonLink
          variant="secondary"
          to={`/admin/scan?${new URLSearchParams({ mode: "receive", run: runId })}`}
        >
          Arrived: receive it
        </ButtonLink>
      ) : null;
    case "run":
      return runId ? (
        <ButtonLink {...start} to={`/admin/runs/${runId}`}>
          {one.kind === "incident" ? "Move the rest to another run" : `Open ${run}`}
        </ButtonLink>
      ) : null;
    case "claim":
      return code ? (
        <ButtonLink {...start} to={claimPlace(code)}>
          Open the claim
        </ButtonLink>
      ) : null;
    case "cash":
      return (
        <ButtonLink {...start} to={cashPlace(one)}>
          Open the account of cash
        </ButtonLink>
      );
    case "booking":
      return code ? (
        <ButtonLink {...start} variant="secondary" to={`/admin/bookings/${code}`}>
          Open {code}
        </ButtonLink>
      ) : null;
  }
}
