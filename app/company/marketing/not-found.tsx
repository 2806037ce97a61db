/** WEB-9: the page of an unknown path. */
import { ButtonLink } from "../../ui/button.tsx";
import { BlackLink } from "../../ui/black-link.tsx";
import { RoadEnd } from "../../ui/road-end.tsx";

export function NotFoundPage() {
  return (
    <RoadEnd status={404} title="Oops! Page not found" text="The link is wrong, or was cut off in a chat.">
      <BlackLink to="/">Return to Home</BlackLink>
      <ButtonLink to="/track" variant="secondary">
        Track a parcel
      </ButtonLink>
    </RoadEnd>
  );
}
