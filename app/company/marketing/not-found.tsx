/** WEB-9: the page of an unknown path, and of a link to something that is gone. */
import { ButtonLink } from "../../ui/button.tsx";
import { BlackLink } from "../../ui/black-link.tsx";
import { RoadEnd } from "../../ui/road-end.tsx";

/** `text`: what is gone. Null for an unknown path. */
export function NotFoundPage({ text }: { text: string | null }) {
  return (
    <RoadEnd
      status={404}
      title="Oops! Page not found"
      text={text ?? "The link is wrong, or was cut off in a chat."}
    >
      <BlackLink to="/">Return to Home</BlackLink>
      <ButtonLink to="/track" variant="secondary">
        Track a parcel
      </ButtonLink>
    </RoadEnd>
  );
}
