/** RECEIVER-2: where the receiver collects the parcel, and when that place is open. */
import { useText } from "../../languages/use-text.ts";
import { useCompany } from "../../platform/company/use-company.ts";
import type { ChoicesView } from "./choices-view.server.ts";
import type { CollectAt } from "./collect-at.server.ts";

export function CollectAtText({ name, address, hours }: CollectAt) {
  const { t } = useText();
  const office = useCompany().hours;
  const open = (hours.length > 0 ? hours : office).join(", ");
  return (
    <>
      <p className="text-lg">
        <strong>{name}</strong>, {address}
      </p>
      {open && <p>{t("Office hours: {hours}.", { hours: open })}</p>}
    </>
  );
}

/** Says where the parcel is held. If the receiver chose the place, the choice says it. */
export function HeldAt({ choices, at }: { choices: ChoicesView | null; at: CollectAt | null }) {
  if (!at || choices?.chosen.some(({ kind }) => kind === "hold")) return null;
  return (
    <div className="mt-4 border-l-8 border-danfo bg-card px-4 py-3">
      <CollectAtText {...at} />
    </div>
  );
}
