/** Mutations of the rules about prices, payments, cash and settlements. Longer than 250 lines because it is one list. */
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
];
