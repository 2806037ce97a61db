/** STAFF-4, STAFF-13: an actor without a permission is refused, and the activity log records it once. */
import { randomUUID } from "node:crypto";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { desc, eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { openWithStaff } from "../../test/fixtures/staff.ts";
import { STAFF_PAGES } from "./staff-pages.ts";
import { exportBookings } from "../parcels/dispatch/export-bookings.server.ts";
import { changeStatus } from "../parcels/bookings/change-status.server.ts";
import { correctBooking } from "../parcels/bookings/correct-booking.server.ts";
import { eraseReceiver } from "../parcels/bookings/erase-receiver.server.ts";
import { markRead, replyToMessage } from "../company/contact/answer-message.server.ts";
import { addCustomerNote } from "../people/customers/add-note.server.ts";
import type { Admin } from "./actor.ts";
import type { AdminRole } from "../domain/admin-roles.ts";
import { PERMISSIONS, type Permission } from "./permissions.ts";
import { saveCompanyAccount } from "../money/payments/company-account.server.ts";
import { recordPayment, reversePayment } from "../money/payments/payments.server.ts";
import { uploadStatement } from "../money/bank-statements/upload-statement.server.ts";
import { readBookingMoney } from "../money/payments/read-payments.server.ts";
import { servicesContext } from "../platform/context.ts";
import { activityLogs } from "../platform/db/schema.ts";
import type { AnyOperation } from "../platform/operations/operation.server.ts";
import { createDraft } from "../money/prices/price-lists.server.ts";
import { setPrice } from "../money/prices/set-price.server.ts";
import { decideClaim, payClaim } from "../care/claims/decide-claim.server.ts";
import { makeClaim } from "../care/claims/new-claim.server.ts";
import { closeException } from "../care/exceptions/change-exception.server.ts";
import { handOverArrived } from "../care/exceptions/hand-over-steps.server.ts";
import { releaseReward } from "../money/referrals/answer-held.server.ts";
import { saveTerms } from "../money/referrals/reward-terms.server.ts";
import { sendAgain } from "../parcels/messages/send-again.server.ts";
import { withdrawConsent } from "../people/consents/withdraw-consent.server.ts";
import routes from "../routes.ts";
import { createHub } from "../road/hubs/change-hub.server.ts";
import { createRider } from "../road/riders/change-rider.server.ts";
import { payIn } from "../money/cash/count-cash.server.ts";
import { recordDifference } from "../money/cash/approve-difference.server.ts";
import { approveBusiness } from "../money/businesses/apply.server.ts";
import { issueInvoice } from "../money/businesses/issue-invoice.server.ts";
import { setTerms } from "../money/businesses/terms.server.ts";
import { payOut } from "../money/settlements/payouts.server.ts";
import { setNewDay } from "../parcels/bookings/set-new-day.server.ts";
import { approvePickup } from "../parcels/regular-pickups/decide-pickup.server.ts";
import { hideStore } from "../stores/moderation/change-visibility.server.ts";
import { activateLock } from "../company/site-lock/site-lock.server.ts";
import { saveNames } from "../company/details/change-company.server.ts";
import { createAdmin } from "../people/staff/change-team.server.ts";
import { approveLanguage } from "../languages/languages.server.ts";
import { retryFailedJobs } from "../company/system/system.server.ts";
import { refreshSandbox, revokeAnyKey } from "../developers/keys/staff-keys.server.ts";
import { readersOnly } from "./guards.server.ts";
import { adminContext } from "./principal-context.ts";

const { services, db, superAdmin } = await openWithStaff();

/** The newest refusal in the activity log, and the number of refusals. */
async function newest() {
  const refused = eq(activityLogs.action, "refused");
  const [row] = await db.select().from(activityLogs).where(refused).orderBy(desc(activityLogs.id)).limit(1);
  return { row, count: await db.$count(activityLogs, refused) };
}

/**
 * One operation for each permission. Permissions that only open pages have none. `bookForCustomer` is tested in
 * test/http/who-may-do-what.test.ts.
 */
const OPERATIONS: Partial<Record<Permission, AnyOperation<Admin>>> = {
  readMoney: readBookingMoney,
  exportData: exportBookings,
  changeStatus,
  correctBooking,
  markContactRead: markRead,
  replyToContact: replyToMessage,
  noteOnCustomers: addCustomerNote,
  closeExceptions: closeException,
  confirmTold: handOverArrived,
  handleClaims: makeClaim,
  decideClaims: decideClaim,
  payClaims: payClaim,
  withdrawConsents: withdrawConsent,
  eraseReceivers: eraseReceiver,
  sendMessages: sendAgain,
  manageHubs: createHub,
  manageRiders: createRider,
  manageSiteLock: activateLock,
  manageAdmins: createAdmin,
  managePrices: createDraft,
  setPrice,
  recordPayments: recordPayment,
  decideStatements: uploadStatement,
  reversePayments: reversePayment,
  manageBankAccount: saveCompanyAccount,
  payOut,
  countCash: payIn,
  approveCash: recordDifference,
  manageRewards: saveTerms,
  decideRewards: releaseReward,
  revokeKeys: revokeAnyKey,
  refreshSandbox,
  manageCompany: saveNames,
  retryJobs: retryFailedJobs,
  manageLanguages: approveLanguage,
  setNewDay,
  hideStores: hideStore,
  manageBusinesses: setTerms,
  approveBusinesses: approveBusiness,
  approvePickups: approvePickup,
  invoiceBusinesses: issueInvoice,
};

/** Permissions for hubs and runs, which are tested together with the screens of app/road/. */
const OF_THE_ROAD = ["planRuns", "workHub", "loadRuns"];
/** Permissions that decide whether a link is shown, and guard no operation (test/http/receiver-question.test.ts). */
const OF_LINKS = ["answerForReceiver"];

test("each permission guards something", () => {
  const guarded = [
    ...Object.keys(OPERATIONS),
    ...Object.values(STAFF_PAGES),
    "bookForCustomer",
    ...OF_THE_ROAD,
    ...OF_LINKS,
  ];
  expect(Object.keys(PERMISSIONS).filter((permission) => !guarded.includes(permission))).toEqual([]);
});

test.each(Object.entries(OPERATIONS))("[STAFF-4] [STAFF-13] %s", async (permission, operation) => {
  const mayNothing: Admin = { ...superAdmin, role: "a role to come" as AdminRole };
  const before = (await newest()).count;
  const out = await operation.receive(services, mayNothing, { code: "OD12345678NG" }, randomUUID());
  expect(out).toMatchObject({ ok: false, code: "forbidden" });
  const { row, count } = await newest();
  expect(count).toBe(before + 1);
  expect(row).toMatchObject({ adminId: superAdmin.person.id, description: `${permission} on OD12345678NG` });
});

type Why = NonNullable<Parameters<typeof readersOnly>[0]>;

/** Runs the guard `readersOnly` for a page. Returns the thrown refusal; null if the guard admits the request. */
async function refusedPage(path: string, why: Why): Promise<unknown> {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(adminContext, superAdmin);
  const request = new Request(`http://localhost:3000${path}`);
  const pattern = path.slice(1);
  const args = { request, context, pattern, params: {}, url: new URL(request.url) };
  const passed = new Response();
  return Promise.resolve(readersOnly(why)(args, () => Promise.resolve(passed))).then(
    () => null,
    (refused: unknown) => refused,
  );
}

const office = routes.find(({ file }) => file === "shells/admin.tsx")?.children ?? [];
const PAGES = office.map(({ path }: RouteConfigEntry) => `/${path}`);

test("each page of the back office has its permission, and no other is in the table", () => {
  expect(Object.keys(STAFF_PAGES).toSorted()).toEqual(PAGES.toSorted());
});

test.each(PAGES.filter((path) => STAFF_PAGES[path]))("[STAFF-4] [STAFF-17] %s", async (path) => {
  const own = STAFF_PAGES[path];
  const allButThis: Why = (_, permission) => (permission === own ? "no" : null);
  const thisAlone: Why = (_, permission) => (permission === own ? null : "no");
  const before = (await newest()).count;
  expect(await refusedPage(path, thisAlone)).toBeNull();
  expect(await refusedPage(path, allButThis)).toMatchObject({ init: { status: 403 } });
  const { row, count } = await newest();
  expect(count).toBe(before + 1);
  expect(row).toMatchObject({ entityType: "page", description: `${own} on ${path}` });
});

test("a page that is not in the table opens for nobody", async () => {
  expect(await refusedPage("/admin/new-page", () => null)).toBeInstanceOf(Error);
});
