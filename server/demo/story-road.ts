/** The transport work of the demo's story, by the product's operations: pickup, hub, linehaul and delivery. */
import { and, eq } from "drizzle-orm";
import sharp from "sharp";
import type { Admin } from "../../app/access/actor.ts";
import { lagosDay } from "../../app/domain/dates.ts";
import type { FailureReason } from "../../app/domain/failure-reasons.ts";
import type { RunKind } from "../../app/domain/run.ts";
import { pieceCode } from "../../app/domain/piece-code.ts";
import { doorsOf } from "../../app/money/payments/door.server.ts";
import { runPieces, runs } from "../../app/platform/db/schema.ts";
import { storeProofPicture } from "../../app/parcels/proof/proof-pictures.server.ts";
import { readPin } from "../../app/parcels/receiver-link/pins.server.ts";
import { NO_PROOF_GIVEN } from "../../app/road/deeds/no-proof.ts";
import { PROTOCOL, type Deed, type Did, type MoneyOfDeed } from "../../app/road/deeds/protocol.ts";
import type { AnyOperation } from "../../app/platform/operations/operation.server.ts";
import { receiveDeeds } from "../../app/road/deeds/take-deeds.server.ts";
import { assignPieces, moveStop } from "../../app/road/runs/assign-pieces.server.ts";
import { createRun } from "../../app/road/runs/create-run.server.ts";
import { loadWhatIsPlanned, sealRun } from "../../app/road/runs/load-run.server.ts";
import { reconcileRun, runOut, runReturned } from "../../app/road/runs/send-and-close-run.server.ts";
import { receiveScan } from "../../app/road/scan/receive-scan.server.ts";
import { doorPicture } from "./sample-art.ts";
import type { StoryHubCode } from "./story-hubs.ts";
import type { StoryOffice, RiderKey } from "./story-office.ts";
import type { StoryParcel, Story } from "./story.ts";

const MINUTE = 60_000;

const atDoor = (): Promise<Uint8Array> =>
  sharp(Buffer.from(doorPicture())).resize(640).jpeg({ quality: 70 }).toBuffer();

export type Run = { id: string; hub: StoryHubCode; rider: RiderKey | null };
export type StoryStop = {
  parcel: StoryParcel;
  at: Date;
  /** The reason for a failed delivery. Null if the parcel was delivered. */
  why: FailureReason | null;
  /** The person who took the parcel for the receiver. */
  taker?: string;
};

export class StoryRoad {
  readonly #story: Story;
  readonly office: StoryOffice;
  /** The number of the last deed of each phone. */
  readonly #deeds = new Map<string, number>();
  #photo: Promise<Uint8Array> | null = null;

  constructor(story: Story, office: StoryOffice) {
    this.#story = story;
    this.office = office;
  }

  #clerk = (hub: StoryHubCode): Admin => this.#story.staff.clerks[hub];

  async plan(
    kind: RunKind,
    hub: StoryHubCode,
    parcels: readonly StoryParcel[],
    by: { rider: RiderKey } | { to: StoryHubCode },
    day = lagosDay(this.#story.now),
  ): Promise<Run> {
    const { hubs, riders, bus } = this.office;
    const { dispatcher } = this.#story.staff;
    const driver = { driverName: "Sunday Ojo", driverPhone: "+2348006620321", plate: "KJA 402 XB" };
    const carried =
      "rider" in by
        ? { rider: riders[by.rider].id }
        : { toHub: hubs[by.to], partner: bus, ...driver, fee: 350_000 };
    const { id } = await this.#story.do(createRun, dispatcher, { kind, day, hub: hubs[hub], ...carried });
    const pieces = parcels.flatMap((parcel) => parcel.pieces);
    if (pieces.length > 0) await this.#story.do(assignPieces, dispatcher, { run: id, pieces });
    return { id, hub, rider: "rider" in by ? by.rider : null };
  }

  async putFirst(run: Run, { pieces: [piece] }: StoryParcel): Promise<void> {
    const { db } = this.#story.services;
    const here = and(eq(runPieces.runId, run.id), eq(runPieces.pieceId, piece!));
    const [at] = await db.select({ stop: runPieces.stop }).from(runPieces).where(here);
    await this.#step(moveStop, run, this.#story.staff.dispatcher, { stop: at!.stop, to: 1 });
  }

  async load(run: Run): Promise<void> {
    await this.#step(loadWhatIsPlanned, run);
    await this.#step(sealRun, run);
  }

  out = (run: Run): Promise<void> => this.#step(runOut, run);

  /** Lets the run return and closes it. `missing` names the person who was asked about missing pieces. */
  async close(run: Run, hub: StoryHubCode, missing?: { note: string; person: string }): Promise<void> {
    await this.#step(runReturned, run, this.#clerk(hub));
    await this.#step(reconcileRun, run, this.#clerk(hub), missing);
  }

  returned = (run: Run): Promise<void> => this.#step(runReturned, run);

  async #step(
    operation: AnyOperation<Admin>,
    run: Run,
    actor: Admin = this.#clerk(run.hub),
    more: object = {},
  ): Promise<void> {
    const [row] = await this.#story.services.db
      .select({ version: runs.version })
      .from(runs)
      .where(eq(runs.id, run.id));
    await this.#story.do(operation, actor, { run: run.id, version: row!.version, ...more });
  }

  async receive(hub: StoryHubCode, parcels: readonly StoryParcel[]): Promise<void> {
    for (const { code, pieces } of parcels)
      for (const [n] of pieces.entries())
        await this.#story.do(receiveScan, this.#clerk(hub), {
          ...{ code: pieceCode(code, n + 1, pieces.length), hub: this.office.hubs[hub], mode: "receive" },
        });
  }

  async tell(run: Run, done: readonly { at: Date; did: Did }[]): Promise<void> {
    const { services, now } = this.#story;
    const rider = this.office.riders[run.rider!];
    const [row] = await services.db.select({ version: runs.version }).from(runs).where(eq(runs.id, run.id));
    const clock = (at: Date) => ({ at: at.getTime(), mono: at.getTime(), boot: rider.deviceId });
    const deeds: Deed[] = done.map(({ at, did }) => {
      const seq = (this.#deeds.get(rider.deviceId) ?? 0) + 1;
      this.#deeds.set(rider.deviceId, seq);
      const known = { ...clock(at), lead: 0 };
      const of = { device: rider.deviceId, run: { id: run.id, version: row!.version } };
      return { id: crypto.randomUUID(), seq, v: PROTOCOL, ...of, clock: clock(at), known, did };
    });
    const phone = { build: services.version, clock: clock(now), unsent: deeds.length, pictures: 0 };
    const device = {
      rider,
      gone: null,
      previousId: null,
      shift: null,
      needsPin: false,
      positionConsent: false,
    };
    const { answers } = await receiveDeeds(services, device, {
      protocol: PROTOCOL,
      phone: { ...phone, storageLeft: 2_000_000_000, persisted: true },
      deeds,
    });
    const wrong = answers.filter(({ answer }) => answer !== "taken");
    if (wrong.length > 0) throw new Error(`a phone's deeds: ${JSON.stringify(wrong)}`);
    for (const { id: deedId, did } of deeds)
      for (const picture of "proof" in did ? did.proof.pictures : []) {
        const of = { deedId, ...picture };
        const stored = await storeProofPicture(services, of, await (this.#photo ??= atDoor()), rider.id);
        if (!stored.ok) throw new Error(`a rider's picture: ${stored.text}`);
      }
  }

  /**
   * Returns the rider's deed at a stop. A delivery is proved by the receiver's PIN, or without a PIN by a name and a
   * photo.
   */
  async deedOf({ parcel, at, why, taker }: StoryStop): Promise<{ at: Date; did: Did }> {
    const { pieces, to } = parcel;
    const calledAt = at.getTime() - 6 * MINUTE;
    if (why) {
      const proof = { ...NO_PROOF_GIVEN, calledAt };
      return { at, did: { kind: "attempted", pieces, reason: why, note: "", proof } };
    }
    const took = await this.#takenAt(parcel);
    // A gateman (`taker`) has no money and no PIN. So if money is due at the door, the receiver takes the parcel and
    // gives the PIN.
    const pin = taker && took.length === 0 ? null : await readPin(this.#story.services, parcel.id);
    const pictures = pin ? [] : [{ number: 1, kind: "photo" as const }];
    const proof = { ...NO_PROOF_GIVEN, pin, name: pin ? null : (taker ?? to.name), pictures };
    return { at, did: { kind: "delivered", pieces, refused: [], took, proof, note: "" } };
  }

  async #takenAt({ id, code }: StoryParcel): Promise<MoneyOfDeed[]> {
    const found = (await doorsOf(this.#story.services.db, [code])).get(code);
    if (!found || found.door.totalKobo === 0) return [];
    const { deliveryKobo, codKobo, totalKobo: takenKobo } = found.door;
    return [
      { booking: id, shown: { deliveryKobo, codKobo }, takenKobo, method: "cash" as const, agreedBy: null },
    ];
  }

  pickedUp = (parcel: StoryParcel, at: Date): { at: Date; did: Did } => ({
    at,
    did: { kind: "picked_up", pieces: parcel.pieces, counted: [], kg: null, took: [], note: "" },
  });
}
