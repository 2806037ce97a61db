/** HUB-1: the schema of the hub form. */
import * as z from "zod";
import { hoursLine, readHours } from "../../domain/read-hours.ts";
import { plainSigns } from "../../text/plain-text.ts";
import { LANE_HOURS } from "../../domain/run.ts";
import { placeOf } from "../../domain/same-place.ts";
import { STATES, type StateName } from "../../domain/states.ts";
import { stateCheck } from "../../places/state-check.ts";
import { ALWAYS, nameText, requiredText, plainField } from "../../platform/http/fields.ts";
import { linesField } from "../../platform/http/lines-field.ts";
import { phoneField } from "../../platform/http/phone-field.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { readAreas, sortedAreas, type Area } from "./hub-areas.ts";

const NO = ["no", "off", "false", "0", ""];
/**
 * True or false if the form has the field `active`. Without the field, a new hub is active, and an existing hub stays
 * as it is.
 */
const active = z
  .union([z.boolean(), z.string().toLowerCase()])
  .transform((text) => (typeof text === "boolean" ? text : !NO.includes(text)))
  .optional();

const openingLine = (line: string) => {
  const read = readHours(line);
  return "wrong" in read ? read : hoursLine(read);
};

const fields = z.object({
  name: nameText("Enter the name of the hub", 60),
  code: plainField("Enter a code of three letters")
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, "A code is three letters, e.g. IKJ"),
  phone: phoneField("Enter the phone number of the hub"),
  address: requiredText("Enter the address", 400).overwrite((text) => text.replace(/\s+/g, " ")),
  state: z.enum(["", ...STATES], "Choose a state from the list").default(""),
  stateSure: z.string().max(40).default(""),
  hours: linesField(openingLine, 7),
  areas: linesField<Area | Area[]>(readAreas, 60).transform((areas) => sortedAreas(areas.flat())),
  active,
});

export const hubForm = fields
  .superRefine(stateCheck("address", ["address", "state", "stateSure"]), ALWAYS)
  .transform((hub) => {
    const place = placeOf(hub.address, hub.state);
    return { ...hub, state: place?.state as StateName, town: place?.town ?? null };
  });

export type HubInput = z.output<typeof hubForm>;

export const hoursName = (hubId: string) => `hours ${hubId}`;
const HOURS = /^hours (.+)$/;
export const MOST_HOURS = 240;

type Lane = { toHubId: string; hours: number };

/**
 * HUB-6: reads the form with the travel times to other hubs, in hours. A hub with the usual travel time is left out.
 */
export const lanesForm = z
  .looseObject({ lanes: z.array(z.custom<Lane>()).optional() })
  .transform(({ lanes, ...sent }, context) => {
    if (lanes) return { lanes };
    const read: Lane[] = [];
    for (const [name, value] of Object.entries(sent)) {
      const toHubId = HOURS.exec(name)?.[1];
      if (!isUuid(toHubId)) continue;
      const text = plainSigns(String(value));
      const hours = text === "" ? LANE_HOURS : Number(text);
      if (Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS) read.push({ toHubId, hours });
      else context.addIssue({ code: "custom", path: [name], message: `Enter hours from 1 to ${MOST_HOURS}` });
    }
    return { lanes: read.filter(({ hours }) => hours !== LANE_HOURS) };
  });
