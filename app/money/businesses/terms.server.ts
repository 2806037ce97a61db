/** BUSINESS-1, BUSINESS-4: the terms, the limit and the prices of a business. */
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { shownAuthor } from "../../access/author.server.ts";
import { formatNaira } from "../../domain/money.ts";
import { businesses, businessAgreements } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { agreementOf } from "../prices/agreements.server.ts";
import { lockBusiness } from "./apply.server.ts";
import { recordBusiness } from "./business-events.server.ts";
import { agreementForm, approveForm, businessTermsForm } from "./business-forms.ts";
import { percentText } from "./business-words.ts";
import { refuse } from "./messages.ts";

/**
 * Sets the terms of a business. Existing bookings stay. Refuses a form from an outdated page. The terms are:
 * - the number of days until an invoice is due (`termsDays`),
 * - the limit in kobo,
 * - the number of days after which an overdue invoice stops bookings (`graceDays`),
 * - the largest number of parcels that the business may book in a day by uploaded tables and API keys (`rowsADay`).
 */
export const setTerms = operation({
  name: "businesses.set_terms",
  by: staff("manageBusinesses"),
  input: businessTermsForm,
  on: lockBusiness,
  run: async (work, { id, version, termsDays, limit, graceDays, rowsADay }, business) => {
    if (business.version !== version) return refuse("conflict", "changed_meanwhile");
    await work.tx
      .update(businesses)
      .set({ termsDays, limitKobo: limit, graceDays, rowsADay, version: version + 1, updatedAt: work.at })
      .where(eq(businesses.id, id));
    const text = `Limit ${formatNaira(business.limitKobo)} → ${formatNaira(limit)}, invoices due after ${termsDays} days, bookings stop ${graceDays} days after that, ${rowsADay} parcels a day by tables and keys`;
    await recordBusiness(work, business, { action: "update_business", text });
    return { ok: true };
  },
});

/**
 * Adds a version of the agreed prices: the company's prices minus a discount. Refuses an unchanged discount. Bookings
 * keep their version.
 */
export const agreePrices = operation({
  name: "businesses.agree_prices",
  by: staff("manageBusinesses"),
  input: agreementForm,
  on: lockBusiness,
  run: async (work, { id, discount }, business) => {
    const { tx, at, actor } = work;
    const discountPerMille = Math.round(discount * 10);
    const before = await agreementOf(tx, id);
    if (before && !before.list && before.discountPerMille === discountPerMille)
      return refuse("conflict", "other_prices", { version: before.version });
    const version = (before?.version ?? 0) + 1;
    await tx
      .insert(businessAgreements)
      .values({ businessId: id, version, discountPerMille, at, ...shownAuthor(actor) });
    const text = `Price agreement ${version}: ${percentText(discountPerMille)} off`;
    await recordBusiness(work, business, { action: "update_business", text });
    return { ok: true };
  },
});

/** Closes the account or opens it again. A closed account takes no new bookings; invoices and payments continue. */
export const closeBusiness = operation({
  name: "businesses.close",
  by: staff("manageBusinesses"),
  input: approveForm,
  on: lockBusiness,
  run: async (work, { id }, { state, version, name }) => {
    if (state !== "open" && state !== "closed") return refuse("conflict", "not_open");
    const next = state === "open" ? "closed" : "open";
    await work.tx
      .update(businesses)
      .set({ state: next, version: version + 1, updatedAt: work.at })
      .where(eq(businesses.id, id));
    const text = next === "closed" ? "Account closed" : "Account opened again";
    await recordBusiness(work, { id, name }, { action: "update_business", text });
    return { ok: true };
  },
});
