/** The reports of people in the demo, and the work that waits for dispatch: claims, answers and messages. */
import { and, desc, eq } from "drizzle-orm";
import { asGuest } from "../../app/access/actors.server.ts";
import { DELIVERED } from "../../app/domain/delivery-status.ts";
import type { MessageSubject } from "../../app/domain/contact-subjects.ts";
import { lagosDay } from "../../app/domain/dates.ts";
import { findExceptions } from "../../app/care/exceptions/find-exceptions.server.ts";
import { decideClaim } from "../../app/care/claims/decide-claim.server.ts";
import { makeClaim } from "../../app/care/claims/new-claim.server.ts";
import { replyToMessage } from "../../app/company/contact/answer-message.server.ts";
import { sendContactMessage } from "../../app/company/contact/send-message.server.ts";
import { sendNotice } from "../../app/money/payments/transfer-notices.server.ts";
import { sayNotReceived } from "../../app/parcels/claiming/not-received.server.ts";
import { addReceiver } from "../../app/parcels/address-book/change-book.server.ts";
import { answerAttempt } from "../../app/parcels/receiver-choices/attempt-question.server.ts";
import { noteToRider } from "../../app/parcels/receiver-choices/choose.server.ts";
import { senderDecides } from "../../app/parcels/sender-decides/decide.server.ts";
import { bookingEvents, bookings, claims, contactMessages } from "../../app/platform/db/schema.ts";
import { PEOPLE } from "./story-people.ts";
import { Scenes } from "./story-scenes.ts";
import type { SceneParcels } from "./story-today.ts";
import { storyMoment } from "./story-time.ts";
import { HERE, type StoryParcel } from "./story.ts";

const NOBODY = asGuest(HERE.ip);

export class Care extends Scenes {
  plan(told: SceneParcels): void {
    this.story.scene(storyMoment(this.day(1), "13:25"), () => this.#deny(told.denied!));
    this.story.scene(storyMoment(this.day(0), "08:25"), () => this.#notReceived(told.given!));
    this.story.scene(storyMoment(this.day(4), "09:50"), async () => {
      const { code } = told.returned!;
      await this.story.do(senderDecides, NOBODY, { code, decision: "return" });
    });
    this.story.scene(storyMoment(this.day(16), "10:35"), () => this.#complain());
    this.story.scene(storyMoment(this.day(0), "08:45"), () => this.#write());
    this.story.scene(storyMoment(this.day(0), "09:12"), () => this.#notice(told.unpaid[0]!));
    this.story.scene(storyMoment(this.day(0), "09:31"), () => this.statements.waits(told.unpaid[1]!));
    this.story.scene(new Date(+this.story.end - 70 * 60_000), async () => {
      const words = "The gate is blue. Please call, the bell does not work";
      await this.story.do(noteToRider, NOBODY, { code: told.atGate!.code, words });
    });
    this.story.scene(storyMoment(this.day(7), "11:15"), () => this.#answer());
    this.story.scene(storyMoment(this.day(9), "12:05"), () => this.#keep());
    this.story.scene(this.story.end, async () => void (await findExceptions(this.story.services)));
  }

  /** Lets the receiver report that nobody came. */
  async #deny({ id, code }: StoryParcel): Promise<void> {
    const [event] = await this.story.services.db
      .select({ id: bookingEvents.id })
      .from(bookingEvents)
      .where(and(eq(bookingEvents.bookingId, id), eq(bookingEvents.kind, "attempted")))
      .orderBy(desc(bookingEvents.id))
      .limit(1);
    const words = "I was home all morning, and nobody rang";
    await this.story.do(answerAttempt, NOBODY, {
      ...{ answerCode: code, through: "receiver", event: event!.id, answer: "nobody_came", words },
    });
  }

  async #notReceived({ code }: StoryParcel): Promise<void> {
    const words = "My gateman has nothing, and nobody called me";
    await this.story.do(sayNotReceived, NOBODY, { code, words });
  }

  /** Adds a complaint about a parcel of earlier days. The office decides the claim a day later. */
  async #complain(): Promise<void> {
    const { db } = this.story.services;
    const [last] = await db
      .select({ code: bookings.trackingCode })
      .from(bookings)
      .where(eq(bookings.status, DELIVERED))
      .orderBy(desc(bookings.deliveredAt))
      .limit(1);
    const { dispatcher, owner } = this.story.staff;
    const claimWords = "It came three hours after the time that the rider had said";
    const claim = { code: last!.code, claimKind: "complaint", claimWords };
    const { id } = await this.story.do(makeClaim, dispatcher, claim);
    this.story.scene(storyMoment(this.day(15), "11:20"), async () => {
      const [row] = await db.select({ version: claims.version }).from(claims).where(eq(claims.id, id));
      const decision = "It came on the day that we promised. We told the rider to call before.";
      await this.story.do(decideClaim, owner, { id, ...row, outcome: "refused", decision });
    });
  }

  async #write(): Promise<void> {
    await this.#message("Kemi Alabi", "General Inquiry", "Do you collect from Ajah on Saturdays?");
    const asks = "My parcel says Ikeja since yesterday. When does it go to Onitsha?";
    await this.#message("Obinna Eze", "Tracking Issue", asks);
  }

  async #message(name: string, subject: MessageSubject, message: string): Promise<void> {
    const email = `${name.toLowerCase().replace(" ", ".")}@customers.onadelivery.example`;
    await this.story.do(sendContactMessage, NOBODY, { name, email, subject, message, phone: "" });
  }

  async #answer(): Promise<void> {
    await this.#message(
      "Yetunde Cole",
      "Business Partnership",
      "We send 40 parcels a week. Is there a price for us?",
    );
    const [asked] = await this.story.services.db.select({ id: contactMessages.id }).from(contactMessages);
    const body = "Thank you for asking. Bola calls you today about a weekly pickup and what it costs.";
    await this.story.do(replyToMessage, this.story.staff.dispatcher, { id: asked!.id, body });
  }

  /** Lets the demo's sender save two receivers. */
  async #keep(): Promise<void> {
    for (const { name: fullName, phone, address, state } of [PEOPLE.amina, PEOPLE.garba])
      await this.story.do(addReceiver, this.adaeze, { fullName, phone, address, state });
  }

  async #notice(parcel: StoryParcel): Promise<void> {
    const amount = await this.counter.owed(parcel);
    const paidOn = lagosDay(this.story.now);
    await this.story.do(sendNotice, NOBODY, { code: parcel.code, paidOn, amount, reference: "FT7734210" });
  }
}
