/** STAFF-32: the steps of a new installation. Super admins see them until all are done or dismissed. */
import { eq, isNotNull } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { missingFacts } from "../../domain/company.ts";
import { readCompanyAccount } from "../../money/payments/company-account.server.ts";
import { countSuperAdmins } from "../../people/two-step/who-has-it.server.ts";
import { adminMembers, oneTimeSeeds, priceLists } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";

const DISMISSED = "first_steps_dismissed";

export type FirstStep = { name: string; state: string; done: boolean; to: string };

/** Returns every step with its state. Null once all steps are done or dismissed. */
export async function readFirstSteps(services: Services): Promise<FirstStep[] | null> {
  const { db, mailbox, backups, origin } = services;
  const dismissed = await db.$count(oneTimeSeeds, eq(oneTimeSeeds.name, DISMISSED));
  if (dismissed > 0) return null;
  const [company, account, team, lists, supers] = await Promise.all([
    services.company(),
    readCompanyAccount(db),
    db.$count(adminMembers),
    db.$count(priceLists, isNotNull(priceLists.version)),
    countSuperAdmins(db),
  ]);
  const missing = missingFacts(company);
  const secure = origin.startsWith("https:");
  const steps: FirstStep[] = [
    {
      name: "Company",
      done: missing.length === 0,
      state: missing.length === 0 ? `Set up as ${company.name}` : `Missing: ${missing.join(", ")}`,
      to: "/admin/company",
    },
    {
      name: "Prices",
      done: lists > 0,
      state: lists > 0 ? "Published" : "Publish a price list: without one a booking has no price",
      to: "/admin/prices",
    },
    {
      name: "Bank account",
      done: account !== null,
      state: account ? `${account.bank} is on the receipts` : "Add the account that senders pay to",
      to: "/admin/company/account",
    },
    {
      name: "Mail server",
      done: !mailbox,
      state: mailbox ? "No email leaves this server: set SMTP_URL and MAIL_FROM" : "Emails are sent",
      to: "/admin/system",
    },
    {
      name: "Backups",
      done: backups.scheduled && backups.error === null,
      state: backups.scheduled
        ? backups.error === null
          ? "Every day"
          : "The last backup failed"
        : "Set BACKUP_TO: then a backup is made every day",
      to: "/admin/system",
    },
    {
      name: "Team",
      done: team > 1,
      state: team > 1 ? `${team} people` : "Add a second person, so that you are not locked out alone",
      to: "/admin/settings",
    },
    twoStepStep(supers),
    {
      name: "HTTPS",
      done: secure,
      state: secure ? "On" : `Customers open ${origin}: set APP_ORIGIN to an https address`,
      to: "/admin/system",
    },
  ];
  return steps.every(({ done }) => done) ? null : steps;
}

const twoStepStep = ({ all, withTwoStep }: { all: number; withTwoStep: number }): FirstStep => ({
  name: "Two-step sign-in",
  done: withTwoStep > 0,
  state:
    withTwoStep > 0
      ? `${withTwoStep} of ${all} super admins sign in with a code`
      : "A password alone opens everything: add a code from your phone",
  to: "/admin/personal-settings/two-step",
});

/** Removes the steps from the dashboard permanently, for every super admin. */
export const dismissFirstSteps = operation({
  name: "dashboard.dismiss_first_steps",
  by: staff("manageCompany"),
  keyless: true,
  input: z.object({}),
  run: async ({ tx, at }) => {
    await tx.insert(oneTimeSeeds).values({ name: DISMISSED, at }).onConflictDoNothing();
    return { ok: true };
  },
});
