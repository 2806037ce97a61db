/** PHONE-6: sends pictures one by one, each after its deed. The phone keeps each picture until the server has it. */
import { readKept } from "../log/deed-log.client.ts";
import { isSent } from "../state/kept-deeds.ts";
import { pictureBytes, notePicture } from "../log/kept-pictures.client.ts";
import { changePhone, getPhone } from "../log/phone.client.ts";
import { postPicture } from "./server-asks.client.ts";

const unread = new Set<string>();
/** The server had no room for pictures, so none is sent before this time (on the monotonic clock). */
let picturesFrom = 0;

export async function sendPictures(): Promise<void> {
  if (performance.now() < picturesFrom) return;
  const { deeds, pictures } = getPhone();
  const sent = new Set(deeds.filter(isSent).map(({ deed }) => deed.id));
  for (const picture of pictures) {
    const { id, deed, isTaken, answer, isDeedSent } = picture;
    // A picture waits until its deed is recorded. If the rider goes back instead, the picture is deleted.
    if (!isTaken || answer !== null || unread.has(id) || !(isDeedSent || sent.has(deed))) continue;
    const bytes = await pictureBytes(id);
    if (!bytes) continue;
    const heard = await postPicture(picture, bytes);
    if (typeof heard === "number") {
      picturesFrom = performance.now() + heard * 1000;
      return;
    }
    if (heard === "unread") unread.add(id);
    if (heard === "taken" || heard === "seen") await notePicture(id, "taken");
    else if (heard === "refused") await notePicture(id, "refused");
  }
  const { pictures: left } = await readKept();
  changePhone({ pictures: left });
}

/** Ends the wait for room on the server, because the page was opened again or there is a network again. */
export function sendPicturesAgain(): void {
  picturesFrom = 0;
}
