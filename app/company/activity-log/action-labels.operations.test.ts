/** STAFF-13: the log names the subject of a record in words, and links to it. */
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { changeStatus } from "../../parcels/bookings/change-status.server.ts";
import { FIRST_PAGE } from "../../platform/http/keyset.ts";
import { entityLabel, entityLink } from "./action-labels.ts";
import { listLogs } from "./list-logs.server.ts";

const { opened } = await fileServices({});

test("[STAFF-13] the record of a booking says so, and links to its page", async () => {
  const { services } = opened;
  const { id, trackingCode } = await bookOne(opened);
  const moderator = await makeAdmin(opened, "moderator");
  const change = { id, version: 1, status: "in_transit" } as const;
  expect(await changeStatus(services, moderator, change, crypto.randomUUID())).toMatchObject({ ok: true });
  const all = { admin: null, action: null, since: new Date(0), until: new Date("2100-01-01") };
  const { rows } = await listLogs(services.db, all, FIRST_PAGE);
  expect(rows.map((row) => [entityLabel(row.entityType), entityLink(row)])).toEqual([
    ["Booking", `/admin/bookings/${trackingCode}`],
  ]);
});
