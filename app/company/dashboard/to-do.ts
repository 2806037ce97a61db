/** STAFF-40: the counts of waiting work, in the dashboard's order. Pure. */
type Waiting = {
  n: number;
  since: Date;
  /** The id of the record to deal with first; null if the button opens the list. */
  first: string | null;
};

export type WaitKind =
  | "overdue"
  | "exceptions"
  | "claims"
  | "payments"
  | "cash"
  | "late"
  | "regular"
  | "messages";
export type TodoCounts = Partial<Record<WaitKind, Waiting>>;

type Line = {
  one: string;
  many: string;
  button: string;
  to: (first: string | null) => string;
  /** The meaning of the age. `oldest`: the age of the oldest record. `due`: the time since the earliest due time. */
  age: "oldest" | "due";
  alarm?: true;
};

const exception = (first: string | null) => `/admin/exceptions${first ? `?view=${first}` : ""}`;

/** The lines of the dashboard, the most urgent first. */
export const LINES: Record<WaitKind, Line> = {
  overdue: {
    one: "exception is overdue",
    many: "exceptions are overdue",
    button: "Open the worst",
    to: exception,
    age: "due",
    alarm: true,
  },
  exceptions: {
    one: "exception is open",
    many: "exceptions are open",
    button: "Open the next",
    to: exception,
    age: "oldest",
  },
  late: {
    one: "parcel is late",
    many: "parcels are late",
    button: "Show them",
    to: () => "/admin/bookings?status=late",
    age: "due",
    alarm: true,
  },
  payments: {
    one: "payment to check",
    many: "payments to check",
    button: "Check",
    to: () => "/admin/payments",
    age: "oldest",
  },
  cash: {
    one: "rider has cash to count",
    many: "riders have cash to count",
    button: "Count",
    to: () => "/admin/cash",
    age: "oldest",
  },
  claims: {
    one: "claim is open",
    many: "claims are open",
    button: "Decide",
    to: () => "/admin/claims",
    age: "oldest",
  },
  regular: {
    one: "regular pickup to decide",
    many: "regular pickups to decide",
    button: "Decide",
    to: () => "/admin/runs/regular",
    age: "oldest",
  },
  messages: {
    one: "unread message",
    many: "unread messages",
    button: "Read",
    to: () => "/admin/contacts?tab=unread",
    age: "oldest",
  },
};
