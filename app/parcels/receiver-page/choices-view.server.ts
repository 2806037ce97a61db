/** CHOICE-1: reads the choices that the receiver's page shows. */
import { activeHubs } from "../../places/hubs.server.ts";
import type { bookings } from "../../platform/db/schema.ts";
import { newIdempotencyKey } from "../../platform/http/form.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { hubsToCollect } from "../receiver-choices/hubs-to-collect.ts";
import { allChoicesOf, type Choice } from "../receiver-choices/read-choices.server.ts";
import { standingOf, type ChoiceStanding } from "../receiver-choices/standing.server.ts";
import type { LinkKind } from "../receiver-link/receiver-link.server.ts";
import { questionOf, type Question } from "../sender-decides/read-question.server.ts";

export type ChoicesView = {
  state: ChoiceStanding["state"];
  days: string[];
  hubs: { id: string; name: string; address: string }[];
  /** The valid choices, newest first. `before` contains the choices that are no longer valid. */
  chosen: Choice[];
  before: Choice[];
  /** The idempotency key of the forms. Null on the link for staff, through which nobody can choose. */
  formKey: string | null;
};

/** Reads the choices about a booking. Null if the company has no hubs. */
export async function readChoicesView(
  services: Services,
  booking: Omit<typeof bookings.$inferSelect, "search">,
  kind: LinkKind,
): Promise<ChoicesView | null> {
  const hubs = await activeHubs(services);
  if (hubs.length === 0) return null;
  const { db } = services;
  const around = { company: await services.company(), hubs, at: services.now() };
  const [standing, all, asked] = await Promise.all([
    standingOf(db, booking, around),
    allChoicesOf(db, booking.id),
    questionOf(db, booking.id),
  ]);
  const counts = countsNow(standing, all, asked);
  return {
    state: standing.state,
    days: standing.days,
    hubs: hubsToCollect(hubs, booking, standing).map(({ id, name, address }) => ({ id, name, address })),
    chosen: all.filter(counts),
    before: all.filter((one) => !counts(one)),
    formKey: kind === "receiver" ? newIdempotencyKey() : null,
  };
}

/**
 * Selects the valid choices. After a refusal the parcel waits for the sender's decision. A choice from before the
 * refusal, such as a person or a landmark, is then valid only if the receiver has chosen a day or an office since.
 */
function countsNow({ state }: ChoiceStanding, all: readonly Choice[], asked: Question | null) {
  const stands = ({ endedAt }: Choice) => endedAt === null && state !== "over";
  if (!asked || asked.why === "attempts_used") return stands;
  const since = (one: Choice) => stands(one) && one.madeAt >= asked.at;
  return all.some((one) => since(one) && (one.kind === "day" || one.kind === "hold")) ? stands : since;
}
