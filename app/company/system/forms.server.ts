/** The buttons of the system page. */
import type { Admin } from "../../access/actor.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { MAIL_AGAIN } from "../../people/refused-mail/mail-again.server.ts";
import { retryFailedJob, retryFailedJobs } from "./system.server.ts";

const done = ({ count }: { count: number }) => ({
  tone: "good" as const,
  title: count === 1 ? "1 job will be tried again" : `${count} jobs will be tried again`,
});

export const SYSTEM_BUTTONS: Buttons<Admin> = {
  retry: button({ operation: retryFailedJob, done }),
  "retry-all": button({ operation: retryFailedJobs, done }),
  "mail-again": MAIL_AGAIN,
};
