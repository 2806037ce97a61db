/** Builds the road of the demo: parcels, runs and their deeds, with the functions that the operations use. */
import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { actOf } from "../../app/access/author.server.ts";
import type { ActKind } from "../../app/domain/acts.ts";
import { asSystem } from "../../app/access/actors.server.ts";
import type { Holder } from "../../app/domain/custody.ts";
import { lagosDay } from "../../app/domain/dates.ts";
import type { EventKind } from "../../app/domain/event-kinds.ts";
import type { FailureReason } from "../../app/domain/failure-reasons.ts";
import type { RunKind, RunOutcome, RunState } from "../../app/domain/run.ts";
import type { Tx } from "../../app/platform/db/client.server.ts";
import { pieces, proofs, runPieces, runs } from "../../app/platform/db/schema.ts";
import { SAMPLE_COMPANY } from "../../app/domain/company.ts";
import type { Services } from "../../app/platform/services.server.ts";
import { endRunPlaces, movePieces } from "../../app/parcels/custody/move-pieces.server.ts";
import { openExceptions, type NewException } from "../../app/notifications/open-exception.server.ts";
import { addEvents } from "../../app/history/add-events.server.ts";
import { BY, bookSample, HOUR, type SampleBooking } from "./book-sample.ts";
import { leaveSampleClaim, type SampleClaim } from "./sample-claims.ts";
import type { HubCode, RiderKey, RoadIds } from "./sample-hubs.ts";
import { GOODS, PEOPLE, type PersonKey } from "./sample-people.ts";

/**
 * Services for the demo's deeds: no mail is sent. The secret is not the product's, so the demo's PINs are valid
 * nowhere. Receivers of the demo get new PINs.
 */
const SILENT = {
  jobs: { addAll: async () => {}, add: async () => {} },
  secret: "demo",
  randomInt: () => 0,
  // The message order is empty, so that receivers get no messages on any channel.
  company: () => Promise.resolve({ ...SAMPLE_COMPANY, messageOrder: [] }),
} as unknown as Services;
const actor = asSystem(BY.byName);

export type Parcel = { id: string; pieceIds: string[]; numbers: number[] };
const idsOf = (parcels: readonly Parcel[]) => parcels.flatMap(({ pieceIds }) => pieceIds);
type NewRun = {
  name: string;
  kind: RunKind;
  hub: HubCode;
  toHub?: HubCode;
  rider?: RiderKey;
  state: RunState;
  /** Hours before now at which the run left, or at which it was planned if it has not left. */
  hoursAgo: number;
  day?: "tomorrow" | "yesterday" | "today" | "two days ago";
};

/** Writes parcels, runs and deeds with the functions of the operations, each at a given number of hours before now. */
export class SampleRoad {
  #parcels = 0;
  #road: RoadIds;
  #tx: Tx;
  #now: Date;

  constructor(tx: Tx, now: Date, road: RoadIds) {
    this.#tx = tx;
    this.#now = now;
    this.#road = road;
  }

  get count(): number {
    return this.#parcels;
  }

  ago = (hours: number) => new Date(this.#now.getTime() - hours * HOUR);
  /** The context of an operation that happened `hoursAgo` hours before now. */
  work = (hoursAgo: number, kind: ActKind = "earlier") => {
    const own = { services: SILENT, tx: this.#tx, actor, at: this.ago(hoursAgo) };
    return { ...own, act: actOf(own, kind) };
  };
  at = (hub: HubCode): Holder => ({ kind: "hub", id: this.#road.hubs[hub] });
  hub = (hub: HubCode): string => this.#road.hubs[hub];

  async book(
    from: PersonKey,
    to: PersonKey,
    hoursAgo: number,
    more: Partial<Pick<SampleBooking, "service" | "paid" | "pieces" | "paysDelivery" | "collect">> = {},
  ): Promise<Parcel> {
    const goods = GOODS[this.#parcels++ % GOODS.length]!;
    const { id } = await bookSample(this.#tx, {
      from: PEOPLE[from],
      to: PEOPLE[to],
      goods,
      service: "standard",
      paid: "transfer",
      at: this.ago(hoursAgo),
      ...more,
    });
    const rows = await this.#tx.select().from(pieces).where(eq(pieces.bookingId, id)).orderBy(pieces.number);
    return { id, pieceIds: rows.map((row) => row.id), numbers: rows.map((row) => row.number) };
  }

  /** Records a deed for all pieces of some parcels, and the new holder of the pieces. */
  async deed(
    parcels: readonly Parcel[],
    hoursAgo: number,
    kind: EventKind,
    more: { hub?: HubCode; to?: Holder; run?: string; reason?: FailureReason; note?: string } = {},
  ): Promise<void> {
    const occurredAt = this.ago(hoursAgo);
    const { hub, to, run: runId = null, ...why } = more;
    const where = { hubId: hub ? this.hub(hub) : null, runId };
    await addEvents(
      this.work(hoursAgo),
      parcels.map(({ id }) => ({ bookingId: id, piece: null, kind, occurredAt, ...where, ...why })),
    );
    if (to) await this.handOver(parcels, hoursAgo, to, runId);
  }

  async handOver(
    parcels: readonly Parcel[],
    hoursAgo: number,
    to: Holder,
    runId: string | null,
  ): Promise<void> {
    const occurredAt = this.ago(hoursAgo);
    await movePieces(
      this.work(hoursAgo),
      idsOf(parcels).map((pieceId) => ({ pieceId, to, occurredAt, method: "scan", runId })),
    );
  }

  /** Records that parcels were picked up from their senders and received in a hub. */
  async receive(parcels: readonly Parcel[], hoursAgo: number, hub: HubCode): Promise<void> {
    await this.deed(parcels, hoursAgo, "arrived_at_hub", { hub, to: this.at(hub) });
  }

  async run({ name, kind, hub, toHub, rider, state, hoursAgo, day = "today" }: NewRun): Promise<string> {
    const left = this.ago(hoursAgo);
    const daysAgo = { tomorrow: -1, today: 0, yesterday: 1, "two days ago": 2 }[day];
    const reached = (least: RunState, hours: number) =>
      STATES.indexOf(state) >= STATES.indexOf(least) ? this.ago(hours) : null;
    const [row] = await this.#tx
      .insert(runs)
      .values({
        formKey: randomUUID(),
        name,
        kind,
        day: lagosDay(this.ago(24 * daysAgo)),
        hubId: this.hub(hub),
        toHubId: toHub ? this.hub(toHub) : null,
        riderId: rider ? this.#road.riders[rider] : null,
        ...(toHub && {
          partnerId: this.#road.partner,
          driverName: "Sunday Ojo",
          driverPhone: "+2348006620321",
          plate: "KJA 402 XB",
          feeKobo: 350_000,
        }),
        state,
        sealedAt: reached("loaded", hoursAgo),
        outAt: reached("out", hoursAgo),
        returnedAt: reached("returned", Math.max(0, hoursAgo - 6)),
        reconciledAt: reached("reconciled", Math.max(0, hoursAgo - 7)),
        expectedAt: toHub ? new Date(left.getTime() + 24 * HOUR) : null,
        closedByName: state === "reconciled" ? actor.program : null,
        createdAt: this.ago(hoursAgo + 2),
        updatedAt: left,
      })
      .returning({ id: runs.id });
    return row!.id;
  }

  /** Puts parcels on a run, each as a stop. They are loaded if the run has left or is sealed. */
  async assign(run: string, parcels: readonly Parcel[], hoursAgo: number, loaded: boolean): Promise<void> {
    const at = this.ago(hoursAgo);
    const rows = parcels.flatMap(({ pieceIds }, index) =>
      pieceIds.map((pieceId) => ({
        runId: run,
        pieceId,
        stop: index + 1,
        assignedAt: at,
        loadedAt: loaded ? at : null,
        loadedBy: loaded ? ("scan" as const) : null,
      })),
    );
    await this.#tx.insert(runPieces).values(rows);
  }

  holder = (rider: RiderKey): Holder => ({ kind: "rider", id: this.#road.riders[rider] });
  bus = (): Holder => ({ kind: "partner", id: this.#road.partner });

  async end(parcels: readonly Parcel[], hoursAgo: number, outcome: RunOutcome): Promise<void> {
    await endRunPlaces(this.#tx, idsOf(parcels), outcome, this.ago(hoursAgo));
  }

  /** PROOF-1: records the proof of a delivery, without a picture. */
  async proof(
    parcels: readonly Parcel[],
    hoursAgo: number,
    runId: string,
    byName: string,
    given: Pick<typeof proofs.$inferInsert, "kind" | "pinState" | "takenBy" | "calledAt">,
  ): Promise<void> {
    const occurredAt = this.ago(hoursAgo);
    const actId = await this.work(hoursAgo).act.id({ runId });
    const deed = { actId, deedId: randomUUID(), runId, byName, occurredAt, receivedAt: occurredAt, ...given };
    await this.#tx
      .insert(proofs)
      .values(parcels.map(({ id, numbers }) => ({ ...deed, bookingId: id, pieces: numbers })));
  }

  async exception(hoursAgo: number, one: NewException): Promise<void> {
    await openExceptions(this.#tx, [one], this.work(hoursAgo).act);
  }

  /** Opens a claim. A claim with a decision is decided 20 hours later. */
  async claim(hoursAgo: number, { id }: Parcel, one: SampleClaim): Promise<void> {
    await leaveSampleClaim(this.#tx, id, one, { at: this.ago(hoursAgo), decidedAt: this.ago(hoursAgo - 20) });
  }

  /** Turns parcels back: from then on they return to their senders. */
  async turnBack(parcels: readonly Parcel[]): Promise<void> {
    await this.#tx
      .update(pieces)
      .set({ returning: true })
      .where(inArray(pieces.id, idsOf(parcels)));
  }
}
const STATES: readonly RunState[] = ["planned", "loaded", "out", "returned", "reconciled"];
