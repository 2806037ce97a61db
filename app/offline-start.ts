/** What an open page does for use offline, in one file, so that it costs one request. */
import { startOffline } from "./offline/start.ts";
import { announceSentLater } from "./parcels/bookings/announce-sent-later.ts";

export const start = (): void => startOffline(announceSentLater);
