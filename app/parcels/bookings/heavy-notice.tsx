/** BOOK-30: warns that one person cannot lift the parcel. The parcel can still be booked. */
import type { RefObject } from "react";
import { HEAVY_STAFF_TEXT, HEAVY_TEXT, isHeavy } from "../../domain/pieces.ts";
import { parseWeight } from "../../domain/weight.ts";
import { useFormValues } from "../../ui/form-values.ts";

type Props = {
  formRef: RefObject<HTMLFormElement | null>;
  values: Record<string, string>;
  atCounter: boolean;
};

export function HeavyNotice({ formRef, values, atCounter }: Props) {
  const weight = parseWeight((useFormValues(formRef) ?? values)["packageWeight"] ?? "");
  return (
    <div aria-live="polite" className="contents">
      {weight.ok && isHeavy(weight.kg) && (
        <p className="border-l-8 border-danfo bg-card px-4 py-2">
          {atCounter ? `${HEAVY_STAFF_TEXT}.` : HEAVY_TEXT}
        </p>
      )}
    </div>
  );
}
