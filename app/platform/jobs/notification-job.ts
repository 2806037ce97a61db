/** The kind of a notification and the ids that it needs. All kinds are in app/notifications/. */
export type NotificationJob = { kind: string; [id: string]: string | number };
