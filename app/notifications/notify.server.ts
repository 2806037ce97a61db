/** Notifies people of an event: a job for each channel, in the caller's transaction. */
import type { Tx } from "../platform/db/client.server.ts";
import type { JobOptions } from "../platform/jobs/jobs.server.ts";
import type { Services } from "../platform/services.server.ts";
import { NOTIFICATIONS, type About, type NotifiedEvent } from "./notifications.ts";

type WithJobs = Pick<Services, "jobs">;

/** Notifies people of one event, as defined in NOTIFICATIONS. Only a notification with an `id` can be withdrawn. */
export async function notify<E extends NotifiedEvent>(
  { jobs }: WithJobs,
  tx: Tx,
  { event, about, ...options }: JobOptions & { event: E; about: About<E> },
): Promise<void> {
  for (const { queue } of NOTIFICATIONS[event].tell)
    await jobs.add(tx, queue, { kind: event, ...about }, options);
}

/** Notifies people of many events of one kind, in few statements. */
export async function notifyAll<E extends NotifiedEvent>(
  { jobs }: WithJobs,
  tx: Tx,
  event: E,
  abouts: readonly About<E>[],
): Promise<void> {
  const all = abouts.map((about) => ({ kind: event, ...about }));
  for (const { queue } of NOTIFICATIONS[event].tell) await jobs.addAll(tx, queue, all);
}

/** Withdraws a notification by its id; false if a channel is already sending it or has sent it. */
export async function withdrawNotification(
  { jobs }: WithJobs,
  tx: Tx,
  { event, id }: { event: NotifiedEvent; id: string },
): Promise<boolean> {
  let all = true;
  for (const { queue } of NOTIFICATIONS[event].tell) all = (await jobs.withdraw(tx, queue, id)) && all;
  return all;
}
