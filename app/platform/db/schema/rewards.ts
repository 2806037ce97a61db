/** The terms of rewards for referrals, the decisions about referrals, and the earned credit. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { CREDIT_KINDS, HELD_REASON_LABELS, REWARD_STATES } from "../../../domain/reward.ts";
import { wordsOf } from "../../../domain/words-of.ts";
import { bigNumber, countedId, createdAt, moment, oneOf, refersTo, updatedAt } from "./columns.ts";
import { referrals } from "./people.ts";
import { bookings } from "./bookings.ts";

/** REWARD-1: the terms of rewards for referrals, in at most one row. A reward of 0 kobo switches rewards off. */
export const referralTerms = pg.pgTable(
  "referral_terms",
  {
    id: pg.integer("id").primaryKey().default(1),
    rewardKobo: bigNumber("reward_kobo").notNull(),
    /** The most rewards that a referrer can get in a Lagos month. */
    perMonth: pg.integer("per_month").notNull(),
    /** Parcels that were delivered before this time earn no reward. */
    startsAt: moment("starts_at").notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    pg.check("referral_terms_one_row", sql`${t.id} = 1`),
    pg.check("referral_terms_kobo", sql`${t.rewardKobo} between 0 and 10000000`),
    pg.check("referral_terms_month", sql`${t.perMonth} between 1 and 1000`),
  ],
);

const HELD_REASONS = wordsOf(HELD_REASON_LABELS);

/** REWARD-2: the decision about a referral's reward. */
export const referralRewards = pg.pgTable(
  "referral_rewards",
  {
    referralId: pg
      .uuid("referral_id")
      .primaryKey()
      .references(() => referrals.id, { onDelete: "cascade" }),
    /** The first paid parcel of the referred person. */
    bookingId: refersTo("booking_id", () => bookings.id),
    state: pg.text("state", { enum: REWARD_STATES }).notNull(),
    /** Why the reward waits for staff's decision. */
    reason: pg.text("reason", { enum: HELD_REASONS }),
    kobo: bigNumber("kobo").notNull(),
    createdAt: createdAt(),
    /** Staff's decision about a held reward. No foreign key, because the row outlives the login account. */
    decidedAt: moment("decided_at"),
    byName: pg.text("by_name"),
    note: pg.text("note"),
  },
  (t) => [
    pg.check("referral_rewards_state", oneOf(t.state, REWARD_STATES)),
    pg.check("referral_rewards_reason", oneOf(t.reason, HELD_REASONS)),
    pg.index("referral_rewards_booking").on(t.bookingId),
    pg
      .index("referral_rewards_held")
      .on(t.createdAt, t.referralId)
      .where(sql`state = 'held'`),
  ],
);

/**
 * REWARD-3: the ledger of credit from referrals. Rows are added, never changed (trigger). A person's credit is the sum
 * of that person's rows. The person is no foreign key, because the ledger outlives the login account.
 */
export const referralCredits = pg.pgTable(
  "referral_credits",
  {
    id: countedId(),
    userId: pg.uuid("user_id").notNull(),
    kind: pg.text("kind", { enum: CREDIT_KINDS }).notNull(),
    /** Positive for added credit, negative for used credit. */
    kobo: bigNumber("kobo").notNull(),
    /** The referral. Unique, because a referral is rewarded only once. */
    referralId: pg.uuid("referral_id").unique(),
    bookingId: pg.uuid("booking_id").references((): pg.AnyPgColumn => bookings.id),
    at: moment("at").notNull(),
  },
  (t) => [
    pg.check("referral_credits_kind", oneOf(t.kind, CREDIT_KINDS)),
    pg.check("referral_credits_kobo", sql`${t.kobo} <> 0 and (${t.kind} = 'used') = (${t.kobo} < 0)`),
    pg.check("referral_credits_referral", sql`(${t.kind} = 'granted') = (${t.referralId} is not null)`),
    pg.check("referral_credits_booking", sql`(${t.kind} = 'granted') = (${t.bookingId} is null)`),
    pg
      .uniqueIndex("referral_credits_used_once")
      .on(t.bookingId)
      .where(sql`kind = 'used'`),
    pg.index("referral_credits_booking_index").on(t.bookingId),
    pg.index("referral_credits_user").on(t.userId, t.at),
  ],
);
