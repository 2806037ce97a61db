/** The buttons of bulk booking. */
import type { Admin, Customer } from "../../access/actor.ts";
import { formUnlessGone as refused } from "../../platform/http/form.server.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { correctRows, deleteBatchDraft, readBatchOfCustomer, readBatchOfStaff } from "./batches.server.ts";
import { bookBatch } from "./book-batch.server.ts";
import { choosePickup } from "./choose-pickup.server.ts";
import { NOT_BOOKED_BULK } from "./messages.ts";
import { batchPath, bulkPath } from "./paths.ts";

export const READ_BUTTONS: Buttons<Customer> = {
  "": button({
    operation: readBatchOfCustomer,
    done: () => null,
    to: ({ id }) => batchPath({ kind: "customer", id }),
    refused,
  }),
};

export const STAFF_READ_BUTTONS: Buttons<Admin> = {
  "": button({
    operation: readBatchOfStaff,
    done: () => null,
    to: ({ id }) => batchPath({ kind: "staff", id }),
    refused,
  }),
};

export const batchButtons = (kind: "customer" | "staff"): Buttons<Admin | Customer> => ({
  book: button({ operation: bookBatch, done: () => null, refused, failed: NOT_BOOKED_BULK }),
  pickup: button({ operation: choosePickup, done: "Pickup saved", refused }),
  correct: button({ operation: correctRows, done: () => null, refused }),
  delete: button({
    operation: deleteBatchDraft,
    done: "Draft deleted",
    to: ({ gone }, { batch = "" }) => (gone ? bulkPath({ kind }) : batchPath({ kind, id: batch })),
    refused,
  }),
});
