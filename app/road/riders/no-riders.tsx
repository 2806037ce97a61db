/** RIDER-1: shows the link for adding the first rider or, if there is no hub, for adding the first hub. */
import { ButtonLink } from "../../ui/button.tsx";
import { MayNotText } from "../../ui/permitted-fields.tsx";
import { EmptyState } from "../../ui/states.tsx";

export function NoRiders({ hubs, mayNot }: { hubs: number; mayNot: string | null }) {
  if (hubs === 0)
    return (
      <EmptyState
        title="No riders yet"
        text="A rider belongs to a hub. Add a hub first."
        action={<ButtonLink to="/admin/hubs">Hubs</ButtonLink>}
      />
    );
  return (
    <EmptyState
      title="No riders yet"
      text="A rider needs a name, a phone number and a hub: no email and no password."
      action={
        mayNot ? <MayNotText mayNot={mayNot} /> : <ButtonLink to="?add=1">Add your first rider</ButtonLink>
      }
    />
  );
}
