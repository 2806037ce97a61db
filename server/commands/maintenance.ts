/** RUN-16: the commands of `npm run admin --` for maintaining a running product. */
import { z } from "zod";
import { ADMIN_ROLE_NAMES } from "../../app/domain/admin-roles.ts";
import { formatAdminDateTime } from "../../app/domain/dates.ts";
import { hasJobs, listFailedJobs, readQueues } from "../../app/platform/jobs/queue-state.server.ts";
import { erasePhone } from "../../app/people/profile/erase-phone.server.ts";
import { disableAdmin, listStaff } from "../../app/people/staff/first-admin.server.ts";
import { dropFailedJob, retryJobsAsOperator } from "../../app/company/system/operator-jobs.server.ts";
import { email, orRefusal, withDatabase, type Command } from "./admin-command.ts";
import { options, CommandRefused, UsageError } from "./admin-options.ts";
import { checkEverything } from "./check.ts";
import { sendTestMail } from "./check-mail.ts";
import { appSecret } from "../secret.ts";
import { reasonOf } from "../reason.ts";

const MOST_JOBS = 200;
const jobId = (name: string) => z.guid(`${name} must be the id of a job`);

export const CARE_COMMANDS: Record<string, Command> = {
  list: {
    on: "existing",
    prepare(args) {
      options(args, z.object({}));
      return withDatabase(async (db) => {
        const staff = await listStaff(db);
        return staff
          .map(({ email: address, name, role, lastAccessAt }) => {
            const seen = lastAccessAt ? `last here ${formatAdminDateTime(lastAccessAt)}` : "never here";
            return [address, ADMIN_ROLE_NAMES[role], name ?? "without a name", seen].join("  ");
          })
          .join("\n");
      });
    },
  },
  disable: {
    on: "existing",
    prepare(args) {
      const { email: who } = options(args, z.object({ email }));
      return withDatabase(async (db) => {
        orRefusal(await disableAdmin(db, { email: who }, new Date()));
        return `${who} can no longer use the back office and was signed out.`;
      });
    },
  },
  "erase-phone": {
    on: "existing",
    prepare(args) {
      const { phone } = options(args, z.object({ phone: z.string("--phone is missing") }));
      return withDatabase(async (db, { appSecret: given, dataDir }) => {
        const secret = await appSecret(given, dataDir);
        const { texts } = orRefusal(await erasePhone(db, { phone, secret }, new Date()));
        return `Erased ${texts} ${texts === 1 ? "text" : "texts"} of riders with this phone. Parcels that wait to be booked keep theirs.`;
      });
    },
  },
  jobs: {
    on: "existing",
    prepare(args) {
      const { retry, drop } = options(
        args,
        z.object({
          retry: z
            .string()
            .refine(
              (text) => text === "all" || z.guid().safeParse(text).success,
              "--retry must be the id of a job, or all",
            )
            .optional(),
          drop: jobId("--drop").optional(),
        }),
      );
      if (retry && drop) throw new UsageError("Use --retry or --drop, not both");
      return withDatabase(async (db) => {
        if (retry) {
          const given = { id: retry === "all" ? null : retry };
          const { count } = orRefusal(await retryJobsAsOperator(db, given, new Date()));
          return count === 1
            ? "1 failed job will be tried again now."
            : `${count} failed jobs will be tried again now.`;
        }
        if (drop) {
          orRefusal(await dropFailedJob(db, { id: drop }, new Date()));
          return `Dropped the job ${drop}. It will not be run.`;
        }
        const queues = (await readQueues(db))
          .filter(hasJobs)
          .map(
            ({ kind, waiting, running, retrying, failed }) =>
              `${kind}: ${waiting} waiting, ${running} running, ${retrying} to be tried again, ${failed} given up`,
          );
        const jobs = (await listFailedJobs(db, MOST_JOBS)).map(
          ({ id, kind, state, tries, nextAt, error }) => {
            const next = nextAt ? `tried again ${formatAdminDateTime(nextAt)}` : "given up";
            return `${id}  ${kind}  ${state}, ${tries} times, ${next}  ${error ?? ""}`;
          },
        );
        return [...(queues.length ? queues : ["No jobs are waiting."]), ...jobs].join("\n");
      });
    },
  },
  "send-mail": {
    on: "alone",
    prepare(args) {
      const { to } = options(args, z.object({ to: z.email("--to must be an email address") }));
      return async ({ config }) => {
        if (!config.smtpUrl)
          throw new CommandRefused("SMTP_URL is not set: mails are kept at /mailbox and not sent.");
        const { host } = new URL(config.smtpUrl);
        await sendTestMail(config.smtpUrl, config.mailFrom, to).catch((error: unknown) => {
          throw new CommandRefused(`The mail server ${host} did not take the mail: ${reasonOf(error)}.`);
        });
        return `The mail server took a mail for ${to}.`;
      };
    },
  },
  check: {
    on: "alone",
    prepare(args) {
      options(args, z.object({}));
      return async ({ config }) => {
        const found = await checkEverything(config);
        const text = found
          .map(({ what, ok, text: said }) => `${ok ? "ok   " : "WRONG"} ${what}: ${said}`)
          .join("\n");
        if (found.every(({ ok }) => ok)) return text;
        console.log(text);
        throw new CommandRefused(`${found.filter(({ ok }) => !ok).length} of ${found.length} checks failed.`);
      };
    },
  },
};
