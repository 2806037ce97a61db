import { ButtonLink } from "../ui/button.tsx";
import { BlackLink } from "../ui/black-link.tsx";
import { RoadEnd } from "../ui/road-end.tsx";

export function NotFoundPage() {
  return (
    <RoadEnd
      status={404}
      title="Oops! Page not found"
      text="This road leads nowhere. Perhaps the address was cut short in a chat."
    >
      <BlackLink to="/">Return to Home</BlackLink>
      <ButtonLink to="/track" variant="secondary">
        Track a parcel
      </ButtonLink>
    </RoadEnd>
  );
}
