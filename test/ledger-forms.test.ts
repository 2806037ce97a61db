/**
 * CASH-14, PAY-8, TRIP-22: a form that adds an entry to a ledger must ask "Record another?" if its page did not show
 * the ledger's newest row. Each operation in the folders of ledgers is listed here: in ASKS, or in WHY_NOT with a
 * reason.
 */
import { expect, test } from "vitest";

const FILES = import.meta.glob([
  "../app/{money,care,road,parcels,languages}/**/*.server.{ts,tsx}",
  "!../app/**/*-mails.server.tsx",
]);

/** The operations that record what somebody saw or did. Two people can enter the same thing, so the form must ask. */
const ASKS = `businesses.receive_money cash.change cash.correct cash.deposit cash.difference cash.expense cash.pay_in payments.record
  prices.set runs.attempted runs.count_pickup runs.delivered runs.incident settlements.pay_out
  settlements.record_collection`;

/** The operations whose form need not ask, by reason. */
const WHY_NOT: Record<string, string> = {
  "It changes no ledger and no history": `address_book.add address_book.delete address_book.edit
    address_book.save_from_booking bulk.choose_pickup bulk.correct bulk.delete bulk.read bulk.read_for_customer
    businesses.accept businesses.change_role businesses.invite businesses.open businesses.apply businesses.remove_member
    businesses.withdraw_invite bank_statements.choose_columns bank_statements.choose_heading bank_statements.decide_rows
    bank_statements.match_again bank_statements.remove bank_statements.upload bookings.cancel_batch claims.give
    claims.note claims.take claims.wait exceptions.give exceptions.note exceptions.take exceptions.tell_senders
    hubs.create hubs.save hubs.save_lanes messages.send_again partners.create partners.save payments.close_problem
    payments.save_company_account prices.add_zone prices.create_draft prices.delete_draft prices.load_csv
    prices.publish prices.publish_again prices.save_part prices.set_zone riders.add_paper riders.begin_shift
    riders.choose_pin riders.create riders.end_shift riders.enrol_phone riders.leave riders.remove_paper
    riders.return riders.revoke_device riders.save riders.set_shift_pin riders.show_enrolment receivers.draw_pin
    receivers.give_code receivers.give_landmark receivers.name_person receivers.note_to_rider
    receivers.renew_link receivers.send_code receivers.switch_messages consents.forget_place
    consents.remember_place referrals.save_terms settlements.save_bank_account tracking.approve_language
    tracking.save_line tracking.switch_language_off bookings.erase_receiver runs.choose_destination
    runs.create runs.move_stop runs.unassign regular_pickups.ask shelf_counts.begin shelf_counts.leave`,
  "It reads": `bookings.export businesses.export_prices cash.export payments.read prices.export reports.export reports.export_entries
    reports.export_parcels scan.find settlements.export_owed settlements.export_statement
    settlements.take_bank_file settlements.view_account`,
  "A row is reversed once: a unique column refuses the second": `businesses.reverse_money cash.take_back payments.reverse
    settlements.reverse_collection settlements.reverse_payout prices.waive_return`,
  "The form carries the version of its record, and another version is refused": `businesses.set_terms bookings.change_status
    bookings.change_ticked bookings.correct bookings.correct_own bookings.undo_status
    bookings.undo_ticked claims.decide claims.pay claims.reopen claims.take_back businesses.agree_price_list exceptions.arrived
    exceptions.choose_hub exceptions.close exceptions.found exceptions.hold exceptions.keep exceptions.lost
    exceptions.money_in exceptions.not_arrived exceptions.not_found exceptions.return exceptions.send_on
    exceptions.solved exceptions.try_again regular_pickups.approve regular_pickups.change regular_pickups.end
    regular_pickups.office_change regular_pickups.office_end regular_pickups.office_pause regular_pickups.office_resume
    regular_pickups.pause regular_pickups.refuse regular_pickups.resume runs.out runs.reconcile
    runs.returned runs.seal`,
  "A day of a pickup has one row: a unique index holds it": `regular_pickups.office_skip regular_pickups.office_unskip
    regular_pickups.skip regular_pickups.unskip runs.add_regular runs.take_off_regular runs.visit_regular`,
  "It carries the values that it replaces, and other ones are refused": `businesses.agree_prices bookings.note prices.requote
    settlements.pay_out_several runs.rest_delivered`,
  "It closes what is open, and the second finds it closed": `shelf_counts.close businesses.approve businesses.refuse businesses.close exceptions.agrees exceptions.denies senders.answer_less payments.close_taken_back
    businesses.close_online_problem payments.confirm_transfer
    payments.transfer_not_found referrals.refuse_reward referrals.release_reward bank_statements.record
    runs.undo_entry claims.from_message`,
  "It records only what has no entry yet": "runs.all_here businesses.credit_note businesses.invoice",
  "The place or status of a piece decides, and the second finds it so": `bookings.set_new_day scan.count scan.undo_count
    bookings.start_batch runs.assign runs.choose_partner
    runs.choose_rider runs.load_code runs.load_planned
    runs.move_chosen runs.move_to_run runs.reattempt scan.any scan.ask_at_counter scan.hand_out
    scan.hand_to_run scan.load scan.receive scan.return scan.set_status scan.undo_load scan.undo_receive stickers.link`,
  "A sender or receiver says it about their own booking, which holds it once": `bookings.cancel claims.make
    claims.not_received payments.accept_price payments.notify_transfer payments.start_at_door
    payments.start_online businesses.pay_online receivers.announce_refusal receivers.answer_attempt receivers.choose_day
    receivers.choose_hold receivers.end_choice receivers.expected receivers.not_expected
    receivers.take_back_choice senders.decide`,
  "A booking is a record of its own": "bookings.book_at_counter bookings.create bulk.book",
};

const words = (text: string) => text.trim().split(/\s+/);
type Declared = { operationName: string; asksAgain?: boolean };
const isOperation = (value: unknown): value is Declared =>
  typeof value === "function" && "operationName" in value;

test("[CASH-14] [PAY-8] [TRIP-22] each operation asks whether somebody else has recorded the same, or says why not", async () => {
  const loaded = (await Promise.all(Object.values(FILES).map((load) => load()))) as object[];
  const all = loaded.flatMap((file) => Object.values(file).filter(isOperation));
  const named = (some: readonly Declared[]) =>
    [...new Set(some.map(({ operationName }) => operationName))].toSorted();
  expect(named(all.filter(({ asksAgain }) => asksAgain))).toEqual(words(ASKS));
  expect(named(all.filter(({ asksAgain }) => !asksAgain))).toEqual(
    Object.values(WHY_NOT).flatMap(words).toSorted(),
  );
});
