/** BOOK-31: the field in which the sender chooses a pickup, or a hub to which to bring the parcel. */
import { useEffect, useState, type RefObject } from "react";
import { fieldText } from "../../ui/form-values.ts";
import { SelectField } from "../../ui/field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { HubToChoose } from "./more-fields.tsx";

export const DROP_OFF_LABEL = "Pickup";

type Props = {
  hubs: readonly HubToChoose[];
  atCounter: boolean;
  field: { name: string; id: string; defaultValue: string | undefined; error: string | undefined };
};

/** Lists the hubs without addresses, because there may be many hubs. The receipt shows the hub's address. */
export const DropOffField = ({ hubs, atCounter, field }: Props) => (
  <div>
    <SelectField
      label={DROP_OFF_LABEL}
      options={[
        { value: "", label: "We pick up" },
        ...hubs.map(({ id, name }) => ({
          value: id,
          label: `${atCounter ? "The sender brings it to" : "I bring it to"} ${name}`,
        })),
      ]}
      {...field}
    />
    <TextLink to="/locations">Addresses and opening hours</TextLink>
  </div>
);

/** True while a hub is chosen. Only a change of this choice renders the component again. */
export function useBrought(
  formRef: RefObject<HTMLFormElement | null>,
  values: Record<string, string>,
): boolean {
  const [isBrought, setBrought] = useState((values["dropOffHub"] ?? "") !== "");
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const read = () => setBrought(fieldText(form, "dropOffHub") !== "");
    read();
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, [formRef]);
  return isBrought;
}
