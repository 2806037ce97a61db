/** What the forms of a price list's page ask for, by their `intent`. */
import type { SuperAdmin } from "../domain/actor.ts";
import type { SentForm } from "../platform/http/form.server.ts";
import { refuse } from "../platform/http/result.ts";
import type { Services } from "../platform/services.server.ts";
import type { PriceList } from "./price-list.ts";
import {
  changeDraft,
  deleteDraft,
  publishDraft,
  type DraftChanged,
  type DraftSeen,
} from "./price-lists.server.ts";
import { MAX_CSV_BYTES, readPricesCsv, type CsvRead } from "./price-csv.server.ts";
import { readPricesForm } from "./prices-form.ts";
import { statesOf, withZone } from "./zones.ts";

export type Done = { title: string; result: DraftChanged };

/** Changes, publishes or deletes a draft. Refuses what price-lists.server.ts and the readers of form and file refuse. */
export async function handlePriceListForm(
  services: Services,
  admin: SuperAdmin,
  id: string,
  { rawValues, files, key }: SentForm & { files: Record<string, File> },
): Promise<Done> {
  const intent = rawValues["intent"] ?? "";
  const seen: DraftSeen = { id, revision: Number(rawValues["revision"]) };
  const change = async (
    title: string,
    content: object,
    work: (list: PriceList) => CsvRead,
  ): Promise<Done> => ({
    title,
    result: await changeDraft(services, admin, seen, key, { content: { intent, ...content }, change: work }),
  });
  if (intent === "save") {
    return change("Draft saved", { ...rawValues, revision: "" }, (list) => {
      const read = readPricesForm(list, rawValues);
      return read.ok
        ? { ok: true, list: read.list, done: "Changed prices of a draft" }
        : refuse("invalid", read.errors);
    });
  }
  if (intent === "zone")
    return change("Zone changed", zoneOf(rawValues), (list) => setZone(list, zoneOf(rawValues)));
  if (intent === "add-zone") return change("Zone added", { seen: seen.revision }, addZone);
  if (intent === "csv") {
    const file = files["file"];
    if (file && file.size > MAX_CSV_BYTES)
      return { title: "", result: refuse("invalid", { csv: "This file is over 1 MB." }) };
    const csv = file ? await file.text() : (rawValues["csv"] ?? "");
    return change("CSV loaded", { csv }, (list) => readPricesCsv(list, csv));
  }
  if (intent === "delete")
    return { title: "Draft deleted", result: await deleteDraft(services, admin, seen, key) };
  if (intent === "publish") {
    const version = Number(rawValues["version"]);
    const validFrom = rawValues["validFrom"] ?? "";
    return {
      title: "Price list published",
      result: await publishDraft(services, admin, { ...seen, version, validFrom }, key),
    };
  }
  return { title: "", result: refuse("invalid", "Choose what to do with this list.") };
}

const zoneOf = (rawValues: Record<string, string>) => ({
  from: rawValues["from"] ?? "",
  to: rawValues["to"] ?? "",
  zone: rawValues["zone"] ?? "",
});

function setZone(list: PriceList, { from, to, zone }: ReturnType<typeof zoneOf>): CsvRead {
  const [starts, ends] = [statesOf(from), statesOf(to)];
  const errors: Record<string, string> = {};
  if (!starts) errors["from"] = "Choose a state, a region or Everywhere";
  if (!ends) errors["to"] = "Choose a state, a region or Everywhere";
  if (!list.zones.some(({ id }) => id === zone)) errors["zone"] = "Choose a zone";
  if (!starts || !ends || Object.keys(errors).length > 0) return refuse("invalid", errors);
  const grid = withZone(list.grid, { from: starts, to: ends, zone });
  return { ok: true, list: { ...list, grid }, done: `Set ${from} to ${to} to zone ${zone} in a draft` };
}

function addZone(list: PriceList): CsvRead {
  const letters = Array.from("ABCDEFGHIJKL");
  const id = letters.find((letter) => !list.zones.some((zone) => zone.id === letter));
  if (!id) return refuse("invalid", { zone: "A list has at most 12 zones." });
  return {
    ok: true,
    list: { ...list, zones: [...list.zones, { id, name: `Zone ${id}` }] },
    done: `Added zone ${id} to a draft`,
  };
}
