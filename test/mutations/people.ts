/** Mutations of the rules about access, accounts, consents and stores. */
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
];
