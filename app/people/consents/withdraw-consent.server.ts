/** CONSENT-2: staff record a person's withdrawal of a consent. */
import { and, eq, isNull } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { CONSENT_NAMES } from "../../domain/consents.ts";
import { consents } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { withdrawForm } from "./consent-forms.ts";
import { refuse } from "./messages.ts";

/**
 * Records a withdrawal, and how the person asked for it. A trigger at once deletes the data kept under the
 * consent. Refuses a consent that is withdrawn already.
 */
export const withdrawConsent = operation({
  name: "consents.withdraw",
  by: staff("withdrawConsents"),
  input: withdrawForm,
  on: async ({ tx }, { consentId }) => {
    const [row] = await tx
      .select()
      .from(consents)
      .where(and(eq(consents.id, consentId), isNull(consents.withdraws)))
      .for("update");
    return row ?? refuse("not_found", "no_such_consent");
  },
  run: async ({ tx, actor, at }, { note }, consent) => {
    const { id, phone, purpose, textVersion, language } = consent;
    const { person } = actor;
    const written = await tx
      .insert(consents)
      .values({
        ...{ phone, purpose, textVersion, language, withdraws: id, note, at },
        byUserId: person.id,
        byName: person.fullName ?? person.email,
      })
      .onConflictDoNothing()
      .returning({ id: consents.id });
    if (written.length === 0) return refuse("conflict", "withdrawn_before");
    // Nobody can erase the log, so this entry names the consent's row and not the phone number.
    await recordActivity(tx, actor, at, {
      action: "withdraw_consent",
      description: `Consent withdrawn: ${CONSENT_NAMES[purpose].toLowerCase()}`,
      entityType: "consent",
      entityId: id,
    });
    return { ok: true };
  },
  publish: () => ["consents"],
});
