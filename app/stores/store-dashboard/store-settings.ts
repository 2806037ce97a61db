/** OWNER-7: the schema of a store's settings. Pure. */
import * as z from "zod";
import { DAY_GROUP_NAMES, type StoreHours } from "../../domain/store-hours.ts";
import { PICTURE_KEY } from "../../platform/files/picture-url.ts";
import { plainField } from "../../platform/http/fields.ts";
import { storeForm } from "../registration/store-form.ts";

/** An hour of the day. Null for days on which the store is closed. */
const hour = z
  .union([plainField().regex(/^\d{0,2}$/), z.number().int(), z.null()], "Choose a time from the list")
  .default(null)
  .transform((typed) => (typed === "" || typed === null ? null : Number(typed)))
  .refine((typed) => typed === null || (typed >= 0 && typed <= 24), "Choose a time from the list");

export const settingsForm = storeForm
  .extend({
    weekdaysOpens: hour,
    weekdaysCloses: hour,
    saturdayOpens: hour,
    saturdayCloses: hour,
    sundayOpens: hour,
    sundayCloses: hour,
    /** The key of an uploaded picture. An empty key keeps the current picture. */
    imageKey: z
      .string()
      .refine((key) => key === "" || PICTURE_KEY.test(key), "Choose the photo again")
      .default(""),
    removeImage: z.preprocess((value) => value === "on" || value === true, z.boolean()).default(false),
  })
  .superRefine((input, context) => {
    const wrong = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    for (const group of DAY_GROUP_NAMES) {
      const [opens, closes] = [input[`${group}Opens`], input[`${group}Closes`]];
      if (opens === null && closes !== null) wrong(`${group}Opens`, "Choose when you open");
      else if (opens !== null && closes === null) wrong(`${group}Closes`, "Choose when you close");
      else if (opens !== null && closes !== null && closes <= opens)
        wrong(`${group}Closes`, "Choose a time after you open");
    }
  });

type Settings = z.infer<typeof settingsForm>;

/** Returns the opening hours, or null if no times are given. */
export function hoursOf(input: Settings): StoreHours | null {
  const times = (group: (typeof DAY_GROUP_NAMES)[number]) => {
    const [opens, closes] = [input[`${group}Opens`], input[`${group}Closes`]];
    return opens === null || closes === null ? null : { opens, closes };
  };
  const hours = { weekdays: times("weekdays"), saturday: times("saturday"), sunday: times("sunday") };
  return Object.values(hours).some(Boolean) ? hours : null;
}
