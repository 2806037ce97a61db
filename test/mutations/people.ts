/** Mutations of the rules about access, accounts, consents and stores. Longer than 250 lines because it is one list. */
import { mutationsOf, type Mutation } from "./mutation.ts";

const SIGN_IN = "app/people/sign-in";
const STAFF = "app/people/staff";
const TWO_STEP = "app/people/two-step";

export const PEOPLE_MUTATIONS: Mutation[] = [
  ...mutationsOf(`${SIGN_IN}/join-guest-bookings.server.ts`, `${SIGN_IN}/confirm-link.operations.test.ts`, [
    ["LINK-7", ", isNull(bookings.customerId)))", "))"],
    ["LINK-7", "and(sql`lower(${bookings.senderEmail}) = ${email}`, ", "and("],
    ["LINK-7", "lower(${bookings.senderEmail})", "${bookings.senderEmail}"],
  ]),
  ...mutationsOf(`${SIGN_IN}/confirm-link.server.ts`, `${SIGN_IN}/confirm-link.operations.test.ts`, [
    ["REFER-1", "  await ensureReferralCode(services, tx, person!.id);\n", ""],
  ]),
  ...mutationsOf(`${SIGN_IN}/email-links.server.ts`, `${SIGN_IN}/email-links.operations.test.ts`, [
    [
      "LINK-2",
      "    isNull(emailLinks.usedAt),\n    gt(emailLinks.expiresAt, services.now()),",
      "    gt(emailLinks.expiresAt, services.now()),",
    ],
    ["LINK-2", "    gt(emailLinks.expiresAt, services.now()),\n", ""],
    ["LINK-2", "  await endAlive(tx, link.email, link.purpose, now);\n", ""],
  ]),
  ...mutationsOf(`${SIGN_IN}/request-link.server.ts`, `${SIGN_IN}/email-links.operations.test.ts`, [
    [
      "LINK-8",
      "tokenHash: hashToken(tokenOfLink(services, id)),",
      "tokenHash: Buffer.from(tokenOfLink(services, id)),",
    ],
  ]),
  ...mutationsOf(`${SIGN_IN}/link-limits.server.ts`, `${SIGN_IN}/link-limits.operations.test.ts`, [
    ["LINK-13", "const flooded = !known && ", "const flooded = "],
    ["LINK-13", 'if (seconds > 0) return { kind: "wait", seconds };', ""],
    ["LINK-2", "isNewer(last, MINUTE_MS)", "false"],
  ]),
  ...mutationsOf("app/people/profile/link-referral.server.ts", `${SIGN_IN}/confirm-link.operations.test.ts`, [
    ["REFER-1", 'if (referrerId === id) return "own";', ""],
  ]),
  ...mutationsOf(
    "app/people/profile/delete-account.server.ts",
    "app/people/profile/delete-own-account.operations.test.ts",
    [
      [
        "STAFF-13",
        '      await recordOutsiderActivity(tx, { name: fullName ?? email, email, ip: actor.ip, id }, at, {\n        action: "delete_admin",',
        '      await ((..._: unknown[]) => {})(tx, {}, at, {\n        action: "delete_admin",',
      ],
      ["PROFILE-6", 'if (typed !== email) return refuse("invalid", "other_email");', ""],
      ["PROFILE-6", ", ne(adminMembers.userId, id)))", "))"],
    ],
  ),
  ...mutationsOf(`${STAFF}/staff-sign-in.server.ts`, `${STAFF}/staff-sign-in.operations.test.ts`, [
    ["STAFF-1", "if (right && person && memberId) return", "if (person && memberId) return"],
    ["STAFF-1", 'if (!limit.ok) return refuse("rate_limited", "too_many_sign_ins", limit);', ""],
    [
      "STAFF-13",
      "      recordOutsiderActivity(tx, { ...known, ip: session.ip }, at, {",
      "      ((..._: unknown[]) => Promise.resolve())(tx, {}, at, {",
    ],
  ]),
  ...mutationsOf(`${STAFF}/change-team.server.ts`, `${STAFF}/admin-team.operations.test.ts`, [
    ["STAFF-11", 'if (after.role !== before.role) return refuse("forbidden", "own_role");', ""],
    ["STAFF-11", "return still ? null : refuse", "return true ? null : refuse"],
    ["STAFF-11", 'if (userId === actor.person.id) return refuse("forbidden", "own_account");', ""],
    ["STAFF-11", "if (!mayAllOf(role, before.role)) await endSessionsOf(tx, userId);", ""],
  ]),
  ...mutationsOf(`${TWO_STEP}/use-codes.server.ts`, `${TWO_STEP}/two-step.operations.test.ts`, [
    ["STAFF-33", ", lt(twoSteps.lastCounter, counter)))", "))"],
    ["STAFF-33", "        isNull(recoveryCodes.usedAt),\n      ),", "      ),"],
    ["STAFF-33", "  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));\n", ""],
  ]),
  ...mutationsOf(`${TWO_STEP}/second-step.server.ts`, `${TWO_STEP}/two-step.operations.test.ts`, [
    ["STAFF-33", 'if (!limit.ok) return refuse("rate_limited", "too_many_codes", limit);', ""],
  ]),
  ...mutationsOf(`${TWO_STEP}/codes.server.ts`, `${TWO_STEP}/codes.test.ts`, [
    ["STAFF-33", "const WINDOW = 1;", "const WINDOW = 2;"],
    ["STAFF-33", "`recovery:${userId}:", "`recovery:"],
  ]),
  ...mutationsOf("app/access/by.server.ts", "app/access/refused-permissions.operations.test.ts", [
    ["STAFF-4", "return reason === null ? null : refuse", "return true ? null : refuse"],
    ["STAFF-13", '      action: "refused",\n', '      action: "login",\n'],
  ]),
  ...mutationsOf("app/access/own-hub.server.ts", "app/access/own-hub.operations.test.ts", [
    ["HUB-3", "return hubs.includes(own) ? null", "return true ? null"],
    ["HUB-3", 'if (actor.role !== "hub_clerk") return null;', ""],
    ["HUB-3", 'if (own === null) return refuse("forbidden", "no_hub");', "if (own === null) return null;"],
  ]),
  ...mutationsOf(
    "app/people/consents/consents.server.ts",
    "app/people/consents/consents.operations.test.ts",
    [["CONSENT-1", "if (known) return known.id;", ""]],
  ),
  ...mutationsOf(
    "app/people/consents/withdraw-consent.server.ts",
    "app/people/consents/consents.operations.test.ts",
    [["CONSENT-2", 'if (written.length === 0) return refuse("conflict", "withdrawn_before");', ""]],
  ),
  ...mutationsOf("app/access/rider-device.server.ts", "test/http/rider-phone.test.ts", [
    ["DEVICE-1", "export const DEVICE_DAYS = 90;", "export const DEVICE_DAYS = 120;"],
  ]),
  ...mutationsOf("app/access/is-demo.server.ts", "test/http/demo.test.ts", [
    ["DEMO-1", "return mailbox && isLoopback", "return isLoopback"],
  ]),
  ...mutationsOf("app/access/kept-forms.server.ts", "test/http/kept-forms.test.ts", [
    [
      "KEEP-1",
      "if (!form?.owner || form.owner === GUEST) return null;",
      "if (!form?.owner || form.owner !== GUEST) return null;",
    ],
  ]),
  ...mutationsOf("app/people/sign-in/page-after-link.server.ts", "test/http/sign-up.test.ts", [
    ["LINK-6", "return !person.fullName || !person.phone;", 'return person.fullName === "";'],
  ]),
  ...mutationsOf("app/people/sign-in/old-path.route.ts", "test/http/sign-up.test.ts", [
    ["LINK-11", '`?${url.searchParams}` : ""), 301);', '`?${url.searchParams}` : ""), 302);'],
  ]),
  ...mutationsOf("app/access/sign-out.server.ts", "test/http/rider-phone.test.ts", [
    ["PHONE-7", "scripted || isRiders ? '\"cache\"'", "scripted ? '\"cache\"'"],
  ]),
  ...mutationsOf("app/people/staff/personal-settings.server.ts", "test/http/admin-team.test.ts", [
    [
      "STAFF-12",
      '    if (!(await verifyPassword(currentPassword, row?.hash ?? null)))\n      return refuse("invalid", "wrong_current_password");\n',
      "",
    ],
  ]),
  ...mutationsOf("app/people/sign-in/password-reset.server.ts", "test/http/staff-password.test.ts", [
    ["STAFF-3", "await endSessionsOf(tx, person.id);", ""],
  ]),
  ...mutationsOf("app/people/sign-in/link-screens.ts", "test/http/people.test.ts", [
    [
      "LINK-12",
      'sent: { title: "Magic link sent!", text: "Check your email for the login link" }',
      'sent: { title: "Sent!", text: "Check your email for the login link" }',
    ],
  ]),
  ...mutationsOf("app/people/sign-in/sign-in-links.server.ts", "test/http/sign-up.test.ts", [
    ["LINK-5", 'if (registered) return refuse("invalid", "registered");', ""],
  ]),
  ...mutationsOf("app/people/profile/profiles.server.ts", "test/http/profile.test.ts", [
    ["PROFILE-4", "    await endSessionsOf(tx, actor.person.id);\n", ""],
  ]),
  ...mutationsOf("app/people/profile/own-data.server.ts", "test/http/profile.test.ts", [
    [
      "PROFILE-5",
      "db.select().from(payments).where(inArray(payments.bookingId, bookedIds)),",
      "db.select().from(payments).where(sql`false`),",
    ],
  ]),
  ...mutationsOf("app/people/staff/staff-sign-in.server.ts", "test/http/limits.test.ts", [
    ["STAFF-2", 'rateLimit("passwordPerAccount", 20, HOUR)', 'rateLimit("passwordPerAccount", 200, HOUR)'],
  ]),
  ...mutationsOf("app/access/guards.server.ts", "test/http/kept-forms.test.ts", [
    ["KEEP-4", "!isForm && isOwnReload(request) &&", "!isForm &&"],
  ]),
  ...mutationsOf("app/people/sign-in/store-logout.route.ts", "test/http/store-owners.test.ts", [
    ["OWNER-8", 'signOutButtons("/store/login"', 'signOutButtons("/login"'],
  ]),
  ...mutationsOf("app/people/sign-in/account-forms.ts", "test/http/profile.test.ts", [
    ["PROFILE-3", "profileForm = z.object(", "profileForm = z.looseObject("],
  ]),
  ...mutationsOf("app/people/sign-in/request-link.server.ts", "test/http/people.test.ts", [
    [
      "LINK-1",
      "if (prepared.served) return { ok: true };",
      "if (prepared.served || (await tx.execute(`select from profiles where email = '${asked(input).email}'`)).rows.length === 0) return { ok: true };",
    ],
  ]),
  ...mutationsOf("app/people/sign-in/email-links.server.ts", "test/http/people.test.ts", [
    [
      "LINK-3",
      "await services.db.select().from(emailLinks).where(usable(services, token));",
      "await services.db.update(emailLinks).set({ usedAt: services.now() }).where(usable(services, token)).returning();",
    ],
  ]),
  ...mutationsOf("app/people/sign-in/page-after-link.server.ts", "test/http/store-registration.test.ts", [
    ["OWNER-2", 'if (link.purpose === "store_sign_in" || link', "if (link"],
  ]),
  ...mutationsOf(
    "app/people/consents/forget-consents.server.ts",
    "app/people/consents/consents.operations.test.ts",
    [["CONSENT-3", "export const PLACE_DAYS = 365;", "export const PLACE_DAYS = 395;"]],
  ),
  ...mutationsOf(
    "app/people/sign-in/account-mails.server.tsx",
    "app/people/sign-in/email-links.operations.test.ts",
    [["LINK-14", "`once, for ${LINK_HOURS} hours, until", "`once, until"]],
  ),
  ...mutationsOf(
    "app/people/profile/erasures.server.ts",
    "app/people/profile/erase-phone.operations.test.ts",
    [
      ["RECEIVER-11", "      await tx.execute(sql`select erase_phone(${person.email})`);\n", ""],
      [
        "RUN-5",
        "const later = gt(erasures.erasedAt, new Date(backupAt.getTime() - MARGIN_MS));",
        "const later = gt(erasures.erasedAt, new Date(backupAt.getTime() + 1e12));",
      ],
    ],
  ),
  ...mutationsOf(
    "app/people/profile/erasures.server.ts",
    "app/parcels/address-book/address-book.operations.test.ts",
    [["SENDER-5", "      await forgetSavedReceivers(tx, person.email);\n", ""]],
  ),
  ...mutationsOf(
    "app/people/customers/add-note.server.ts",
    "app/people/customers/customer-notes.operations.test.ts",
    [
      [
        "STAFF-26",
        'description: "Added a note about a customer",',
        "description: `Added a note about a customer: ${body}`,",
      ],
    ],
  ),
  ...mutationsOf(
    "app/people/profile/done-payee.server.ts",
    "app/money/settlements/payouts.operations.test.ts",
    [["SETTLE-6", "owed_kobo <= 0", "owed_kobo >= 0"]],
  ),
  ...mutationsOf(
    "app/people/customers/list-customers.server.ts",
    "app/company/dashboard/counters.operations.test.ts",
    [["STAFF-9", "keyset([sql`(-${t.bookingsCount})`", "keyset([sql`(${t.bookingsCount})`"]],
  ),
];
