/**
 * Mutations of the rules about prices, payments, cash and settlements. Longer than 250 lines because it is one list.
 */
import { mutationsOf, type Mutation } from "./mutation.ts";

const MONEY = "app/money";

export const MONEY_MUTATIONS: Mutation[] = [
  ...mutationsOf(
    `${MONEY}/bank-statements/balance-proof.ts`,
    `${MONEY}/bank-statements/balance-proof.test.ts`,
    [
      ["BANK-4", "if (missing !== 0 || isUnread)", "if (isUnread)"],
      ["BANK-4", "newest > oldest", "newest < oldest"],
    ],
  ),
  ...mutationsOf(
    `${MONEY}/bank-statements/taken-back.ts`,
    `${MONEY}/bank-statements/bank-rows.operations.test.ts`,
    [["BANK-6", "other.direction !== line.direction &&", ""]],
  ),
  ...mutationsOf(`${MONEY}/bank-statements/taken-back.ts`, `${MONEY}/bank-statements/taken-back.test.ts`, [
    ["BANK-6", "(isMarked(line.text) ? earlier.findLast(fits) : undefined)", "earlier.findLast(fits)"],
  ]),
  ...mutationsOf(`${MONEY}/cash/move-cash.server.ts`, `${MONEY}/cash/count-cash.operations.test.ts`, [
    ["CASH-5", " and ${bankStatementLines.kobo} = ${kobo}", ""],
  ]),
  ...mutationsOf(`${MONEY}/cash/count-cash.server.ts`, `${MONEY}/cash/cash.operations.test.ts`, [
    ["CASH-4", '{ holder: hub, kind: "paid_in", kobo, notes },', ""],
  ]),
  ...mutationsOf(
    `${MONEY}/settlements/payouts.server.ts`,
    "app/care/claims/frozen-settlements.operations.test.ts",
    [["SETTLE-3", "if (kobo > payableKobo)", "if (false)"]],
  ),
  ...mutationsOf(
    `${MONEY}/payments/door-online.server.ts`,
    `${MONEY}/payments/door-online-limits.operations.test.ts`,
    [["ONLINE-5", "booking.status === DELIVERED || ", ""]],
  ),
  ...mutationsOf(
    `${MONEY}/payments/settle-online.server.ts`,
    `${MONEY}/payments/door-online-limits.operations.test.ts`,
    [["ONLINE-5", "if (!door || kobo > door.totalKobo)", "if (!door)"]],
  ),
  ...mutationsOf(`${MONEY}/prices/quote.ts`, `${MONEY}/prices/quote.test.ts`, [
    [
      "PRICE-2",
      "return Math.floor((kobo * perMille + 500) / 1000);",
      "return Math.floor((kobo * perMille) / 1000);",
    ],
    ["PRICE-2", "grams <= upToGrams", "grams < upToGrams"],
    ["PRICE-2", "Math.min(declaredKobo, list.cover.ceilingKobo)", "declaredKobo"],
    ["PRICE-2", 'if (rate.kind === "on_request")', 'if (rate.kind === "never")'],
  ]),
  ...mutationsOf(`${MONEY}/prices/quote.ts`, `${MONEY}/prices/quote.properties.test.ts`, [
    ["PRICE-11", 'add("rounding", "Rounding", totalKobo - net - vat);', ""],
  ]),
  ...mutationsOf(`${MONEY}/prices/price-list.ts`, `${MONEY}/prices/price-list.test.ts`, [
    ["PRICE-1", "else if (missing.length > 0)", "else if (false)"],
    ["PRICE-1", "used.has(id) && !list.rates[id]?.standard", "false"],
  ]),
  ...mutationsOf(`${MONEY}/prices/publish-list.server.ts`, `${MONEY}/prices/price-lists.operations.test.ts`, [
    ["PRICE-3", "if (validFrom < lagosDay(at))", "if (false)"],
    ["PRICE-3", "return next === version ? null", "return true ? null"],
    ["PRICE-3", "if (gaps.length > 0)", "if (false)"],
  ]),
  ...mutationsOf(`${MONEY}/prices/price-lists.server.ts`, `${MONEY}/prices/price-lists.operations.test.ts`, [
    ["PRICE-3", "if (draft.version !== null)", "if (false)"],
    ["PRICE-4", "return draft.revision === revision ? draft", "return true ? draft"],
  ]),
  ...mutationsOf(
    `${MONEY}/prices/change-price.server.ts`,
    `${MONEY}/payments/staff-payments.operations.test.ts`,
    [["PRICE-7", "if (charge.totalKobo < account.paidKobo)", "if (false)"]],
  ),
  ...mutationsOf(`${MONEY}/prices/return-fee.ts`, `${MONEY}/prices/return-fee.test.ts`, [
    ["PRICE-13", 'kind !== "credit"', 'kind !== "never"'],
    ["PRICE-13", "kobo: feeKobo - vat };", "kobo: feeKobo };"],
  ]),
  ...mutationsOf(
    `${MONEY}/payments/return-charge.server.ts`,
    `${MONEY}/payments/return-charge.operations.test.ts`,
    [
      ["PRICE-13", "Math.min(feeKobo, priced.priceKobo - account.paidKobo, payee?.owedKobo ?? 0)", "feeKobo"],
      ["PRICE-13", "if (done.ok) await giveBack(work, account, note);", ""],
    ],
  ),
  ...mutationsOf(
    `${MONEY}/payments/add-payment.server.ts`,
    `${MONEY}/payments/staff-payments.operations.test.ts`,
    [["PAY-1", "if (payment.kobo > owed && !cancelled)", "if (false)"]],
  ),
  ...mutationsOf(
    `${MONEY}/payments/payment-entries.server.ts`,
    `${MONEY}/payments/staff-payments.operations.test.ts`,
    [["PAY-1", "const paid = payments.filter(settlesAll);", "const paid = payments;"]],
  ),
  ...mutationsOf(
    `${MONEY}/payments/payment-entries.server.ts`,
    `${MONEY}/payments/staff-payments.operations.test.ts`,
    [["PAY-2", 'direction: paid.direction === "in" ? "out" : "in",', "direction: paid.direction,"]],
  ),
  ...mutationsOf(
    `${MONEY}/payments/payment-entries.server.ts`,
    `${MONEY}/payments/transfer-notices.operations.test.ts`,
    [["PAY-6", "settlesAll(payment) || payment.method", "payment.method"]],
  ),
  ...mutationsOf(
    `${MONEY}/payments/transfer-notices.server.ts`,
    `${MONEY}/payments/transfer-notices.operations.test.ts`,
    [
      ["PAY-5", "if (paidOn > lagosDay(at))", "if (false)"],
      ["PAY-5", "if (kobo > leftKobo)", "if (false)"],
      ["PAY-6", "if (!open) return", "if (false) return"],
      ["PAY-6", "if (kobo === null) return", "if (false) return"],
      [
        "PAY-6",
        'await notify(services, tx, { event: "notice_not_found", about: { bookingId: account.id, noticeId } });',
        "",
      ],
    ],
  ),
  ...mutationsOf(
    `${MONEY}/payments/settle-online.server.ts`,
    `${MONEY}/payments/online-payments.operations.test.ts`,
    [
      ["ONLINE-2", 'if (row.state === "paid" || row.state === "problem") return row.state;', ""],
      ["ONLINE-3", 'if (currency !== "NGN")', "if (false)"],
      ["ONLINE-3", "if (amount !== kobo)", "if (false)"],
    ],
  ),
  ...mutationsOf(
    `${MONEY}/payments/settle-online.server.ts`,
    `${MONEY}/payments/door-online.operations.test.ts`,
    [["ONLINE-7", 'if (decided.state === "paid") await tellRiders(tx, runIds);', ""]],
  ),
  ...mutationsOf(
    `${MONEY}/payments/settle-returns.server.ts`,
    `${MONEY}/payments/refunds.operations.test.ts`,
    [
      ["ONLINE-4", "paidBack(returns) !== kobo ||", ""],
      ["ONLINE-4", "returns.undecided ? new Date(at.getTime() + AGAIN_MS) : null", "null"],
    ],
  ),
  ...mutationsOf(
    `${MONEY}/payments/list-to-pay-back.server.ts`,
    `${MONEY}/payments/door-online.operations.test.ts`,
    [["ONLINE-6", 'state: "problem",\n', ""]],
  ),
  ...mutationsOf("app/domain/door-amount.ts", "app/domain/door-amount.test.ts", [
    ["COD-9", "!isOnAccount(account.paysDelivery) &&", ""],
    ["COD-9", "cod && !account.returning ?", "cod ?"],
    ["COD-9", "const deliveryKobo = Math.min(sumKobo, door.deliveryKobo);", "const deliveryKobo = 0;"],
  ]),
  ...mutationsOf("app/domain/settlement.ts", "app/domain/settlement.properties.test.ts", [
    ["COD-3", "Math.min(collectedKobo, Math.max(minimumKobo, share))", "Math.max(minimumKobo, share)"],
    ["COD-3", "perMille, minimumKobo }) - codFeeKobo;", "perMille, minimumKobo });"],
    ["CASH-3", "Math.max(0, owedKobo - Math.max(0, heldKobo))", "Math.max(0, owedKobo)"],
  ]),
  ...mutationsOf(
    `${MONEY}/settlements/collections.server.ts`,
    `${MONEY}/settlements/collections.operations.test.ts`,
    [
      ["COD-4", "if (sumKobo > 0 && account.status !== DELIVERED)", "if (false)"],
      ["COD-4", "if (sumKobo > leftKobo)", "if (false)"],
      ["COD-5", "if (codKobo < leftOfCod && !collected.reason)", "if (false)"],
      ["COD-6", 'if (!reversed) return refuse("conflict", "reversed_before");', ""],
    ],
  ),
  ...mutationsOf(
    `${MONEY}/payments/collection-entries.server.ts`,
    `${MONEY}/settlements/collections.operations.test.ts`,
    [["COD-6", "codFeeKobo: codFeeAdded(terms, -entry.grossKobo),", "codFeeKobo: 0,"]],
  ),
  ...mutationsOf(
    `${MONEY}/settlements/correct-collection.server.ts`,
    `${MONEY}/settlements/correct-collection.operations.test.ts`,
    [
      ["COD-7", "if (terms.collectedKobo > 0)", "if (false)"],
      ["COD-7", "  if (entry)\n", "  if (false)\n"],
    ],
  ),
  ...mutationsOf(`${MONEY}/settlements/payees.server.ts`, `${MONEY}/settlements/payees.operations.test.ts`, [
    ["SETTLE-1", "eq(stores.id, storeId), eq(stores.userId, owner.person.id)", "eq(stores.id, storeId)"],
    ["SETTLE-1", 'await notify(services, tx, { event: "payee_account", about: { payeeId: saved.id } });', ""],
    ["SETTLE-1", 'by: staff("payOut"),\n  keyless', 'by: staff("readMoney"),\n  keyless'],
    [
      "SETTLE-1",
      "bank && accountNumber ? `${bank} ${maskedAccount(accountNumber)}` : null",
      "bank && accountNumber ? `${bank} ${accountNumber}` : null",
    ],
  ]),
  ...mutationsOf(
    `${MONEY}/settlements/payouts.server.ts`,
    `${MONEY}/settlements/payouts.operations.test.ts`,
    [
      ["SETTLE-3", "if (found.accountSince?.toISOString() !== accountSince)", "if (false)"],
      ["SETTLE-3", 'if (!made) return refuse("conflict", "reference_recorded");', ""],
      ["SETTLE-3", "  meanwhile: payeeMeanwhile,\n", ""],
      [
        "SETTLE-3",
        "if (!(await addCollectionReversal({ tx, act }, reversal)))",
        "if ((await addCollectionReversal({ tx, act }, reversal)) && false)",
      ],
    ],
  ),
  ...mutationsOf(
    `${MONEY}/settlements/payout-batch.server.ts`,
    `${MONEY}/settlements/payout-batch.operations.test.ts`,
    [
      ["SETTLE-8", 'if (paid.length < seen.length) return refuseFields("conflict", errors);', ""],
      ["SETTLE-8", "if (row.accountSince?.toISOString() !== accountSince)", "if (false)"],
      ["SETTLE-8", "newest === seen && ", ""],
    ],
  ),
  ...mutationsOf(
    `${MONEY}/settlements/bank-file.server.ts`,
    `${MONEY}/settlements/payout-batch.operations.test.ts`,
    [
      ["SETTLE-8", ".filter(({ cameBack }) => !cameBack)", ""],
      ["SETTLE-8", "return changed.length > 0 ?", "return false ?"],
    ],
  ),
  ...mutationsOf(`${MONEY}/settlements/payout-parcels.ts`, `${MONEY}/settlements/payout-parcels.test.ts`, [
    ["SETTLE-7", "if (now < one.paidKobo) left.push", "if (false) left.push"],
    ["SETTLE-7", "paid.push(...back);", ""],
    ["SETTLE-7", "joined([...(payouts.get(reverses) ?? []), ...owed])", "owed"],
  ]),
  ...mutationsOf(
    `${MONEY}/settlements/freeze.server.ts`,
    "app/care/claims/frozen-settlements.operations.test.ts",
    [
      ["CLAIM-3", "if (now) await tx.update(claims)", "if (false) await tx.update(claims)"],
      ["CLAIM-3", "Math.max(0, payee.collectedKobo - owed)", "0"],
    ],
  ),
  ...mutationsOf(`${MONEY}/cash/count-cash.server.ts`, `${MONEY}/cash/count-cash.operations.test.ts`, [
    ["CASH-4", "if (shortKobo !== 0)", "if (false)"],
  ]),
  ...mutationsOf(`${MONEY}/cash/count-cash.server.ts`, `${MONEY}/cash/cash.operations.test.ts`, [
    ["CASH-7", "if (closed && (await othersWho(tx, actor, hub.id)) > 0)", "if (false)"],
  ]),
  ...mutationsOf(`${MONEY}/cash/not-close-and-count.server.ts`, `${MONEY}/cash/cash.operations.test.ts`, [
    ["CASH-7", "members.filter(({ userId }) => userId !== actor.person.id).length", "members.length"],
  ]),
  ...mutationsOf(
    `${MONEY}/cash/count-cash.server.ts`,
    `${MONEY}/cash/recorded-meanwhile.operations.test.ts`,
    [["CASH-14", "meanwhile: (work, _, { rider }, seen) => cashMeanwhile(work, rider, seen, true),", ""]],
  ),
  ...mutationsOf(`${MONEY}/cash/move-cash.server.ts`, `${MONEY}/cash/cash.operations.test.ts`, [
    ["CASH-5", 'if (made.length === 0) return refuse("conflict", "reference_recorded");', ""],
    ["CASH-5", 'way === "out" ? amount : -amount', "amount"],
    ["CASH-5", "if (!approved) return", "if (false) return"],
  ]),
  ...mutationsOf(
    `${MONEY}/payments/write-taken.server.ts`,
    `${MONEY}/settlements/collect-money.operations.test.ts`,
    [
      [
        "CASH-2",
        'if (holder === null || kobo === 0 || taken.method !== "cash") return undefined;',
        "return undefined;",
      ],
    ],
  ),
  ...mutationsOf(
    `${MONEY}/payments/write-taken.server.ts`,
    `${MONEY}/settlements/door-money.operations.test.ts`,
    [["CASH-2", 'await entryOf("over", overKobo);', ""]],
  ),
  ...mutationsOf(
    `${MONEY}/bank-statements/match-line.ts`,
    `${MONEY}/bank-statements/match-statement.test.ts`,
    [
      [
        "BANK-2",
        'if (kobo === leftKobo) return pays("matched", kobo, "Pays all that is left");',
        'if (kobo <= leftKobo) return pays("matched", kobo, "Pays all that is left");',
      ],
      ["BANK-2", "stated.some((code) => code !== notice.code)", "false"],
      ["BANK-2", "if (kobo <= leftKobo && byHandKobo.includes(kobo)) return", "if (false) return"],
    ],
  ),
  ...mutationsOf(
    `${MONEY}/bank-statements/record-statement.server.ts`,
    `${MONEY}/bank-statements/statements.operations.test.ts`,
    [["BANK-3", 'if ((await matchStored(tx, stored)) !== plan) return refuse("conflict", "changed");', ""]],
  ),
  ...mutationsOf(
    `${MONEY}/businesses/on-account.server.ts`,
    `${MONEY}/businesses/businesses.operations.test.ts`,
    [
      ["BUSINESS-5", "if (overdue !== null) return whyNot.overdue(overdue);", ""],
      ["BUSINESS-5", "if (priceKobo === null) return whyNot.noPrice;", ""],
    ],
  ),
  ...mutationsOf(
    `${MONEY}/businesses/members.server.ts`,
    `${MONEY}/businesses/businesses.operations.test.ts`,
    [
      ["BUSINESS-2", 'if (!heir) return refuse("conflict", "last_owner");', ""],
      ["BUSINESS-2", "gt(businessInvites.expiresAt, at),\n    sql`exists", "sql`exists"],
      ["BUSINESS-2", "eq(businessInvites.email, person.email),\n", ""],
      ["BUSINESS-2", 'if (found.role === "owner" && role !== "owner" && owners.length === 1)', "if (false)"],
      ["BUSINESS-2", ".set({ revokedAt: at })", ".set({ revokedAt: null })"],
      ["BUSINESS-2", ".set({ customerId: heir.userId })", ".set({ customerId: userId })"],
    ],
  ),
  ...mutationsOf(
    `${MONEY}/referrals/decide-rewards.server.ts`,
    `${MONEY}/referrals/decide-rewards.operations.test.ts`,
    [
      ["REWARD-2", "and b.paid_kobo > 0 and b.paid_kobo >= b.price_kobo", ""],
      ["REWARD-2", "(row?.n ?? 0) >= perMonth", "false"],
      ["REWARD-2", "(await sharedReason(tx, due)) ??", ""],
    ],
  ),
  ...mutationsOf(`${MONEY}/referrals/same-person.ts`, `${MONEY}/referrals/same-person.test.ts`, [
    ["REWARD-2", 'if (shared("phone", digits)) return "same_phone";', ""],
    ["REWARD-2", 'name.split("+")[0] ?? ""', "name"],
  ]),
  ...mutationsOf("app/money/prices/quote.route.tsx", "test/http/prices.test.ts", [
    ["PRICE-5", "Prices are not online yet.", "Prices come soon."],
  ]),
  ...mutationsOf("app/money/prices/asked.ts", "test/http/quoted-booking.test.ts", [
    ["PRICE-10", '  type: "packageType",\n', '  type: "packageKind",\n'],
  ]),
  ...mutationsOf("app/money/reports/reports.server.ts", "test/http/reports.test.ts", [
    ["REPORT-3", "lagosDay(addDays(now(), -7))", "lagosDay(addDays(now(), -70))"],
  ]),
  ...mutationsOf(
    "app/money/businesses/apply.server.ts",
    "app/money/businesses/businesses.operations.test.ts",
    [
      [
        "BUSINESS-1",
        '    if (business.state !== "asked") return refuse("conflict", "decided_before");\n    await tx\n      .update(businesses)\n      .set({ state: "open",',
        '    await tx\n      .update(businesses)\n      .set({ state: "open",',
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/businesses/business-events.server.ts",
    "app/money/businesses/businesses.operations.test.ts",
    [["BUSINESS-3", "eq(businessEvents.businessId, businessId),", "undefined,"]],
  ),
  ...mutationsOf(
    "app/money/businesses/on-account.server.ts",
    "app/money/businesses/businesses.operations.test.ts",
    [
      [
        "BUSINESS-4",
        "agreement && (agreement.list || agreement.discountPerMille > 0) ? agreement.id : null",
        "agreement && agreement.discountPerMille > 0 ? agreement.id : null",
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/businesses/issue-invoice.server.ts",
    "app/money/businesses/businesses.operations.test.ts",
    [
      [
        "BUSINESS-6",
        "(c.total_kobo - coalesce(before.kobo, 0))::float8 as kobo",
        "c.total_kobo::float8 as kobo",
      ],
      [
        "BUSINESS-7",
        'totalKobo > 0 ? "invoice" : "credit_note";',
        'totalKobo !== 0 ? "invoice" : "credit_note";',
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/businesses/business-report.server.ts",
    "app/money/businesses/businesses.operations.test.ts",
    [
      [
        "BUSINESS-10",
        "      where bb.business_id = ${businessId} group by 1, 2",
        "      where ${businessId} <> '' group by 1, 2",
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/cash-ledger/cash-ledger.server.ts",
    "app/money/cash-ledger/cash-ledger.operations.test.ts",
    [
      [
        "CASH-1",
        "    .onConflictDoNothing({ target: cashEntries.reverses })\n",
        "    .onConflictDoNothing({ target: cashEntries.reference })\n",
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/settlements/collect-money.server.ts",
    "app/money/settlements/collect-money.operations.test.ts",
    [["CASH-9", "    return { deliveryKobo: 0, codKobo: 0, overKobo: 0 };\n", ""]],
  ),
  ...mutationsOf(
    "app/money/settlements/collect-money.server.ts",
    "app/money/settlements/door-money.operations.test.ts",
    [
      [
        "CASH-11",
        "const less = amountKobo < door.totalKobo && !restByTransfer ?",
        "const less = amountKobo < door.totalKobo ?",
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/settlements/unbooked-cash.server.ts",
    "app/money/settlements/unbooked-cash.operations.test.ts",
    [["CASH-12", "if (!account || account.priceKobo === null) return false;", "if (!account) return false;"]],
  ),
  ...mutationsOf(
    "app/money/settlements/cod-request.server.ts",
    "app/money/settlements/collections.operations.test.ts",
    [
      ["COD-1", "    codFeePerMille: handling.perMille,\n", "    codFeePerMille: 0,\n"],
      ["COD-2", "if (kobo > MAX_COLLECT_KOBO) return { error: TOO_MUCH_TO_COLLECT };\n", ""],
    ],
  ),
  ...mutationsOf(
    "app/money/prices/booking-account.server.ts",
    "app/money/payments/money-events.operations.test.ts",
    [
      [
        "HISTORY-1",
        '[before === null ? "none" : formatNaira(before), formatNaira(after)]',
        '["none", formatNaira(after)]',
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/payments/company-account.server.ts",
    "app/money/payments/transfer-notices.operations.test.ts",
    [["PAY-4", "    if (was === is) return { ok: true };\n", ""]],
  ),
  ...mutationsOf(
    "app/money/payments/refunds.server.ts",
    "app/parcels/bookings/own-booking.operations.test.ts",
    [
      [
        "PAY-7",
        "${bookingBalances.paidKobo} > ${bookingBalances.priceKobo} and",
        "${bookingBalances.paidKobo} >= ${bookingBalances.priceKobo} and",
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/payments/payment-problems.server.ts",
    "app/money/bank-statements/bank-rows.operations.test.ts",
    [["PAY-9", "  sql`not exists (select from ${payments} r where r.reverses = ${payments.id})`,\n", ""]],
  ),
  ...mutationsOf("app/money/prices/requote.server.ts", "app/money/prices/requote.operations.test.ts", [
    [
      "PRICE-8",
      "const after = price?.ok ? withCredits(price, charge.lines) : null;",
      "const after = price?.ok ? price : null;",
    ],
  ]),
  ...mutationsOf(
    "app/money/reports/export-money.server.ts",
    "app/money/reports/export-money.operations.test.ts",
    [["REPORT-4", "    if (entries.length < most / 4) span = Math.min(LONGEST_MS, span * 2);\n", ""]],
  ),
  ...mutationsOf(
    "app/money/reports/subject-lines.server.ts",
    "app/money/reports/subject-lines.operations.test.ts",
    [
      [
        "REPORT-10",
        "and service <> '' and kind not in",
        "and service <> '' and business_id is not null and kind not in",
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/reports/remittance.server.ts",
    "app/money/reports/subject-lines.operations.test.ts",
    [
      [
        "REPORT-11",
        "select payee_id, collected - fee - deducted - paid_out, 0, 0, 0, 0 from",
        "select payee_id, collected - deducted - paid_out, 0, 0, 0, 0 from",
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/referrals/reward-terms.server.ts",
    "app/money/referrals/decide-rewards.operations.test.ts",
    [["REWARD-1", "startsAt: before?.startsAt ?? at", "startsAt: new Date(0)"]],
  ),
  ...mutationsOf("app/money/referrals/credit.server.ts", "app/money/referrals/credit.operations.test.ts", [
    ["REWARD-3", "const kobo = Math.min(creditKobo, price.totalKobo);", "const kobo = creditKobo;"],
  ]),
  ...mutationsOf("app/money/cash/read-cash.server.ts", "app/money/cash/cash.operations.test.ts", [
    [
      "CASH-8",
      ".where(and(or(isNull(riders.leftAt), ne(cashAccounts.balanceKobo, 0)), ofHub(sql`${riders.hubId}`)))",
      ".where(and(isNull(riders.leftAt), ofHub(sql`${riders.hubId}`)))",
    ],
    [
      "CASH-6",
      'const only = actor.role === "hub_clerk" ? ((await ownHub(db, actor)) ?? "") : null;',
      'const only = actor.role === "support" ? ((await ownHub(db, actor)) ?? "") : null;',
    ],
  ]),
  ...mutationsOf(
    "app/money/cash-ledger/cash-account.server.ts",
    "app/road/deeds/decide-told.operations.test.ts",
    [["CASH-13", "eq(toldPieces.riderId, id), isNull(toldPieces.endedAt)", "eq(toldPieces.riderId, id)"]],
  ),
  ...mutationsOf(
    "app/money/businesses/allocate-credit.server.ts",
    "app/money/businesses/businesses.operations.test.ts",
    [
      [
        "BUSINESS-8",
        "const over = accounts.filter(({ priceKobo, paidKobo }) => paidKobo > (priceKobo ?? 0));",
        "const over = accounts.filter(({ priceKobo }) => priceKobo === -1);",
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/reports/kept-amounts.server.ts",
    "app/money/reports/subject-lines.operations.test.ts",
    [["REPORT-1", "kind in ('charged', 'handling')", "kind = 'charged'"]],
  ),
  ...mutationsOf(
    "app/money/settlements/mail-statements.server.ts",
    "app/money/settlements/payouts.operations.test.ts",
    [
      [
        "SETTLE-5",
        "(p.stated_week is null or p.stated_week < ${week}) and",
        "(p.stated_week is null or p.stated_week <= ${week}) and",
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/settlements/statement.server.ts",
    "app/money/settlements/payouts.operations.test.ts",
    [
      [
        "SETTLE-2",
        'keyset([payees.owedSince, payees.id], page, "asc")',
        'keyset([payees.owedSince, payees.id], page, "desc")',
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/bank-statements/bank-amount.ts",
    "app/money/bank-statements/bank-amount.test.ts",
    [["BANK-1", "if (kobo === null || ways.size > 1) return null;", "if (kobo === null) return null;"]],
  ),
  ...mutationsOf("app/money/prices/price-change.ts", "app/money/prices/price-change.test.ts", [
    [
      "PRICE-9",
      "const down = changes.filter((change) => change !== null && change < 0)",
      "const down = changes.filter((change) => change !== null && change > 0)",
    ],
  ]),
  ...mutationsOf("app/money/prices/price-parts.ts", "app/money/prices/price-parts.test.ts", [
    [
      "PRICE-12",
      'if (partTitle(list, part) === null) return { ok: false, errors: { form: "Choose what to change." } };',
      "",
    ],
  ]),
  ...mutationsOf("app/money/reports/period.ts", "app/money/reports/period.test.ts", [
    ["REPORT-2", "if (days < 1) errors.to", "if (days < 0) errors.to"],
    [
      "REPORT-6",
      "to: whole || sameDay > lastMonth.to ? lastMonth.to : sameDay",
      "to: sameDay > lastMonth.to ? lastMonth.to : sameDay",
    ],
  ]),
  ...mutationsOf(
    "app/money/bank-statements/match-statement.ts",
    "app/money/bank-statements/match-statement.test.ts",
    [
      [
        "BANK-5",
        "[...doubts, known.again.get(row)?.why, known.takenBack.get(row)]",
        "[...doubts, known.takenBack.get(row)]",
      ],
    ],
  ),
  ...mutationsOf(
    "app/money/payments/money-meanwhile.server.ts",
    "app/money/cash/recorded-meanwhile.operations.test.ts",
    [
      [
        "PAY-8",
        "if (!newest || rows.length <= seen) return null;",
        "if (!newest || rows.length >= seen) return null;",
      ],
    ],
  ),
];
