/** CLAIM-1: the claim of a contact message, or the form that creates a claim from the message. */
import { ClaimKindField } from "../../parcels/claiming/booking-claims.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { KeyedForm } from "../../ui/form.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { FullMessage } from "./inbox.server.ts";

type Props = { message: FullMessage; formKey: string; mayClaim: boolean };

export function ClaimPart({ message: { id, subject, claimId, codes }, formKey, mayClaim }: Props) {
  if (claimId)
    return (
      <p className="mt-4">
        <TextLink to={`/admin/claims/${claimId}`}>This message is a part of a claim</TextLink>
      </p>
    );
  const [first, ...more] = codes;
  if (!first || !mayClaim) return null;
  return (
    <KeyedForm formKey={formKey} action="/admin/claims" aria-label="Claim" className="mt-8 grid gap-3">
      <input type="hidden" name="messageId" value={id} />
      <div className="flex flex-wrap items-end gap-3">
        {more.length > 0 ? (
          <SelectField
            label="Parcel"
            name="code"
            options={codes.map((code) => ({ value: code, label: code }))}
          />
        ) : (
          <input type="hidden" name="code" value={first} />
        )}
        <ClaimKindField kind={subject === "Complaint" ? "complaint" : ""} />
        <Button intent="from-message" variant="secondary">
          Make it a claim
        </Button>
      </div>
    </KeyedForm>
  );
}
