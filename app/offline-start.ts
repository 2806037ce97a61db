/**
 * The code for use offline that runs in every open page. All of this code is in one file, so that the page makes only
 * one request.
 */
import { startOffline } from "./offline/start.ts";
import { announceSentLater } from "./parcels/bookings/announce-sent-later.ts";

export const start = (): void => startOffline(announceSentLater);
