/** Shows the codes of bookings that the send queue sent in the background. */
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { deviceOwner } from "../../ui/device-owner.ts";
import { showToast } from "../../ui/toast.tsx";
import { takeUpdates } from "./cached-parcels.ts";

export async function announceSentLater(): Promise<void> {
  for (const code of await takeUpdates(deviceOwner())) {
    showToast({
      tone: "good",
      title: "Booking successful!",
      text: `Your booking reference is: ${code}`,
      action: { label: `Track ${readableTrackingCode(code)}`, href: `/track?code=${code}` },
      durationMs: 20_000,
    });
  }
}
