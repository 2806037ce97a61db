/** CASH-4: a second person counts a rider's cash at a hub. The cash moves to the hub's cash account. */
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { notesKobo, shortKoboOf } from "../../domain/cash.ts";
import { formatNaira } from "../../domain/money.ts";
import { endAbout } from "../../notifications/end-about.server.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { cashMeanwhile } from "../cash-ledger/cash-meanwhile.server.ts";
import { cashOf, toldCash } from "../cash-ledger/cash-account.server.ts";
import { addCash, lockCash } from "../cash-ledger/cash-ledger.server.ts";
import { holderValue } from "../cash-ledger/holder-field.ts";
import { noteCountOf, payInForm } from "./cash-forms.ts";
import { findHolder, findHub } from "./find-holder.server.ts";
import { refuse } from "./messages.ts";
import { runClosedBy, othersWho } from "./not-close-and-count.server.ts";

/**
 * Records the counted cash of a rider in kobo, and the count of each note. The entry names the rider and the counting
 * person. The cash may include cash for unconfirmed parcels (CASH-13). Asks first if the account changed after the page
 * was shown (CASH-14). If the rider hands in everything, an amount that differs from the debt opens a cash difference,
 * and the exact amount closes an open cash difference. Refuses:
 * - an empty count,
 * - a hub other than the clerk's own hub,
 * - a person who closed a run of this rider, if another person at the hub may count (CASH-7).
 */
export const payIn = operation({
  name: "cash.pay_in",
  by: staff("countCash"),
  act: "cash_counted",
  input: payInForm,
  on: async ({ tx, actor }, { kind, id, hub: hubId }) => {
    if (kind !== "rider") return refuse("invalid", "no_rider");
    const rider = await findHolder(tx, actor, { kind, id });
    if ("ok" in rider) return rider;
    const hub = await findHub(tx, actor, hubId);
    if ("ok" in hub) return hub;
    await lockCash(tx, rider);
    return { rider, hub, account: await cashOf(tx, rider), told: await toldCash(tx, rider) };
  },
  meanwhile: (work, _, { rider }, seen) => cashMeanwhile(work, rider, seen, true),
  run: async ({ tx, actor, at, act }, form, { rider, hub, account, told }) => {
    const notes = noteCountOf(form);
    const kobo = notesKobo(notes);
    if (kobo === 0) return refuse("invalid", "nothing_counted");
    const closed = await runClosedBy(tx, actor, rider.id);
    if (closed && (await othersWho(tx, actor, hub.id)) > 0)
      return refuse("conflict", "second_person", { run: closed });
    await addCash({ tx, act }, [
      { holder: rider, kind: "paid_in", kobo: -kobo, notes },
      { holder: hub, kind: "paid_in", kobo, notes },
    ]);
    const shortKobo = form.whole === "all" ? shortKoboOf(kobo, account.balanceKobo, told) : 0;
    const about = `rider ${rider.id}`;
    if (shortKobo !== 0)
      await openExceptions(
        tx,
        [
          {
            ...{ kind: "cash_difference", about, hubId: hub.id },
            note: `${rider.name}: ${formatNaira(kobo)} counted of ${formatNaira(account.balanceKobo)}${told > 0 ? `, and ${formatNaira(told)} told, not confirmed` : ""}`,
            details: { holder: holderValue(rider), shortKobo },
          },
        ],
        act,
      );
    else if (form.whole === "all")
      await endAbout({ tx, at, ...act.by }, "cash_difference", about, "Counted: all of it is there.");
    await recordActivity(tx, actor, at, {
      action: "count_cash",
      description: `${rider.name} paid in ${formatNaira(kobo)} at ${hub.name} (${hub.code})`,
      entityType: "rider",
      entityId: rider.id,
    });
    return { ok: true, kobo, shortKobo };
  },
  publish: () => ["money", "exceptions"],
});
