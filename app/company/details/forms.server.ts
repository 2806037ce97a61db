/** The buttons of the company's page: each button's operation and success message. */
import type { Admin } from "../../access/actor.ts";
import type { Buttons } from "../../platform/http/form-action.server.ts";
import {
  removeLogo,
  saveAbout,
  saveCodes,
  saveColour,
  saveHours,
  saveLogo,
  saveNames,
  saveReach,
  saveRoad,
  saveServed,
  saveServedByHubs,
} from "./change-company.server.ts";

export const COMPANY_BUTTONS: Buttons<Admin> = {
  names: { operation: saveNames, done: "Names saved" },
  reach: { operation: saveReach, done: "Contact details saved" },
  hours: { operation: saveHours, done: "Opening hours saved" },
  about: { operation: saveAbout, done: "About page saved" },
  colour: { operation: saveColour, done: "Colour saved" },
  logo: { operation: saveLogo, done: "Logo saved" },
  "no-logo": { operation: removeLogo, done: "Logo removed" },
  codes: { operation: saveCodes, done: "Letters saved" },
  road: { operation: saveRoad, done: "Road settings saved" },
  served: { operation: saveServed, done: "States saved" },
  "served-by-hubs": { operation: saveServedByHubs, done: "States saved" },
};
