/** A notification's kind and the ids that it needs. All kinds are in app/notifications/. */
export type NotificationJob = { kind: string; [id: string]: string | number };
