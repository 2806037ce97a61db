/**
 * The code for use offline that runs in every open page. One file bundles this code, so that the page makes only one
 * request for it.
 */
import { startOffline } from "./offline/start.ts";
import { announceSentLater } from "./parcels/bookings/announce-sent-later.ts";

export const start = (): void => startOffline(announceSentLater);
