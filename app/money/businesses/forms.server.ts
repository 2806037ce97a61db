/** The buttons of the business pages. Each has an operation and a success message. */
import { redirect } from "react-router";
import type { Admin, Customer, Member } from "../../access/actor.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { applyForAccount, approveBusiness, openBusiness, refuseBusiness } from "./apply.server.ts";
import { issueCreditNote, issueInvoice } from "./issue-invoice.server.ts";
import {
  acceptInvite,
  changeMemberRole,
  inviteMember,
  removeMember,
  withdrawInvite,
} from "./members.server.ts";
import { closeOnlineProblem } from "./online-problems.server.ts";
import { agreePriceList } from "./own-prices.server.ts";
import { startBusinessPayment } from "./pay-online.server.ts";
import { receiveMoney, reverseMoney } from "./receive-money.server.ts";
import { agreePrices, closeBusiness, setTerms } from "./terms.server.ts";

export const BUSINESS_BUTTONS: Buttons<Customer> = {
  apply: button({ operation: applyForAccount, done: "Thank you. We look at it and write to you." }),
  accept: button({ operation: acceptInvite, done: "Welcome. You can book on account now." }),
};

export const MEMBER_BUTTONS: Buttons<Member> = {
  invite: button({ operation: inviteMember, done: "Invitation sent" }),
  withdraw: button({ operation: withdrawInvite, done: "Invitation withdrawn" }),
  role: button({ operation: changeMemberRole, done: "Role saved" }),
  remove: button({ operation: removeMember, done: "Member removed" }),
};

export const BUSINESSES_BUTTONS: Buttons<Admin> = {
  open: button({
    operation: openBusiness,
    done: "Business opened",
    to: ({ id }) => `/admin/businesses/${id}`,
  }),
};

export const PAY_BUTTONS: Buttons<Member, Response> = {
  pay: button({
    operation: startBusinessPayment,
    respond: ({ page }) => redirect(page ?? "/business/invoices"),
  }),
};

export const STAFF_BUSINESS_BUTTONS: Buttons<Admin> = {
  approve: button({ operation: approveBusiness, done: "Account approved" }),
  refuse: button({ operation: refuseBusiness, done: "Application refused" }),
  terms: button({ operation: setTerms, done: "Terms saved" }),
  prices: button({ operation: agreePrices, done: "Prices saved" }),
  list: button({ operation: agreePriceList, done: "Price list saved" }),
  close: button({ operation: closeBusiness, done: "Saved" }),
  invoice: button({
    operation: issueInvoice,
    done: ({ number }) => ({ tone: "good", title: `${number} is written` }),
  }),
  credit: button({
    operation: issueCreditNote,
    done: ({ number }) => ({ tone: "good", title: `${number} is written` }),
  }),
  money: button({ operation: receiveMoney, done: "Payment recorded" }),
  reverse: button({ operation: reverseMoney, done: "Payment reversed" }),
  "problem-done": button({ operation: closeOnlineProblem, done: "Marked as dealt with" }),
};
