/** The buttons of the price list pages, with the operation and success message of each. */
import type { Admin } from "../../access/actor.ts";
import { button, type Buttons } from "../../platform/http/form-action.server.ts";
import { addZone, deletePriceDraft, loadCsv, savePart, setZone } from "./change-draft.server.ts";
import { createDraft } from "./price-lists.server.ts";
import { publishAgain, publishDraft } from "./publish-list.server.ts";

export const LISTS_BUTTONS: Buttons<Admin> = {
  "": button({ operation: createDraft, done: "Draft started", to: ({ id }) => `/admin/prices/${id}` }),
};

const to = () => "/admin/prices";

export const LIST_BUTTONS: Buttons<Admin> = {
  save: { operation: savePart, done: "Saved in the draft" },
  zone: { operation: setZone, done: "Zone changed" },
  "add-zone": { operation: addZone, done: "Zone added" },
  csv: { operation: loadCsv, done: "CSV loaded" },
  delete: { operation: deletePriceDraft, done: "Draft deleted", to },
  publish: { operation: publishDraft, done: "Price list published" },
  "publish-again": { operation: publishAgain, done: "Price list published", to },
};
