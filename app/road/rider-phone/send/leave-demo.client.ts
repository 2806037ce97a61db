/** DEMO-2: the buttons on the line of the demo's rider first send unsent data, then open the page. */
import { sendNow } from "./send-deeds.client.ts";

/** The longest wait for sending before a page opens. Unsent data then stays on the phone. */
const WAIT_MS = 5_000;

export function sendBeforeLeaving(): void {
  document.getElementById("demo")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const late = new Promise((done) => setTimeout(done, WAIT_MS));
    void Promise.race([sendNow().catch(() => {}), late]).then(() => form.submit());
  });
}
