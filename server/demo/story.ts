/**
 * Makes the demo by the product's operations, on a clock of its own. Only accounts and stores are written directly,
 * because an account usually comes from a mailed link.
 */
import { eq } from "drizzle-orm";
import type { Admin } from "../../app/access/actor.ts";
import type { Session } from "../../app/access/principal-context.ts";
import { bookings, pieces } from "../../app/platform/db/schema.ts";
import type { Db } from "../../app/platform/db/client.server.ts";
import { refusalText, type Refusal } from "../../app/platform/http/result.ts";
import type { Services } from "../../app/platform/services.server.ts";
import type { StoryHubCode } from "./story-hubs.ts";
import type { Goods, StoryPerson } from "./story-people.ts";
import { Agenda, drawsFrom, movedEarlier, plannedEnd } from "./story-time.ts";

export const HERE: Session = { ip: "127.0.0.1", sessionHash: null, person: null, staff: null };

/** A form field that says that the actor has seen all earlier rows of a ledger, so that no operation asks again. */
export const SEEN = { seen: Number.MAX_SAFE_INTEGER };

export type StoryParcel = {
  id: string;
  code: string;
  pieces: string[];
  from: StoryPerson;
  to: StoryPerson;
  goods: Goods;
  /** The hub that delivers the parcel. */
  goal: StoryHubCode;
  /** True if no usual run takes this parcel. */
  own: boolean;
};

type Staff = { owner: Admin; dispatcher: Admin; cashier: Admin; clerks: Record<StoryHubCode, Admin> };
type Told<Actor, Out> = {
  receive(services: Services, actor: Actor, sent: unknown, key?: string): Promise<Out | Refusal>;
  operationName: string;
};

const NO_LIMITS: Services["limits"] = new Proxy({} as Services["limits"], {
  get: (_, name) => () => Promise.resolve(name === "count" ? { ok: true, left: 1 } : { ok: true }),
});

export class Story {
  readonly services: Services;
  readonly draw = drawsFrom(50);
  readonly drawCode = drawsFrom(57);
  readonly agenda = new Agenda();
  /**
   * The planned end of the story, never before 11:00. If the demo is made before 11:00, the story stops earlier, at the
   * time when the demo is made (`#stops`).
   */
  readonly end: Date;
  readonly #stops: Date;
  staff!: Staff;
  now: Date;

  /** Creates the story. Its operations write only to `db`. They send no mail, no message and no live change. */
  constructor(real: Services, db: Db, { begin, end }: { begin: Date; end: Date }) {
    this.now = begin;
    this.end = plannedEnd(end);
    this.#stops = end;
    this.services = {
      ...real,
      db,
      now: () => this.now,
      randomInt: (below) => this.draw(below),
      limits: NO_LIMITS,
      live: { ...real.live, publish: () => {} },
      jobs: { ...real.jobs, add: async () => {}, addAll: async () => {}, added: () => {} },
      phones: { sms: null, whatsapp: null },
      online: null,
    };
  }

  /** Runs an operation. Throws if the operation refuses. */
  async do<Actor, Out>(operation: Told<Actor, Out>, actor: Actor, input: object): Promise<Out> {
    const done = await operation.receive(this.services, actor, input, crypto.randomUUID());
    if (isRefusal(done))
      throw new Error(
        `${operation.operationName} at ${this.now.toISOString()}: ${refusalText(done)} ${JSON.stringify(done)}`,
      );
    return done;
  }

  at(time: Date, work: () => Promise<void>): void {
    this.agenda.add(time, work);
  }

  /**
   * Plans a scene that visitors see behind a demo door (a sign-in without a password). If the story ends in
   * the morning, the scene comes earlier than `time`.
   */
  scene(time: Date, work: () => Promise<void>): void {
    this.at(movedEarlier(time, this.#stops), work);
  }

  /** Makes the demo up to its end. Throws once `signal` is aborted. */
  tell(signal?: AbortSignal): Promise<void> {
    return this.agenda.run(this.#stops, (at) => {
      signal?.throwIfAborted();
      this.now = at;
    });
  }

  async booked(code: string) {
    const rows = await this.services.db
      .select({ id: bookings.id, piece: pieces.id })
      .from(bookings)
      .innerJoin(pieces, eq(pieces.bookingId, bookings.id))
      .where(eq(bookings.trackingCode, code))
      .orderBy(pieces.number);
    return { id: rows[0]!.id, pieces: rows.map(({ piece }) => piece) };
  }
}

const isRefusal = (done: unknown): done is Refusal =>
  typeof done === "object" && done !== null && "ok" in done && done.ok === false;
