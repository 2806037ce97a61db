/** DEMO-2: the buttons at the top of the demo rider's page send unsent data before they leave the page. */
import { sendNow } from "./send-deeds.client.ts";

/** The longest time that a button waits for sending. Data that is unsent by then stays on the phone. */
const WAIT_MS = 5_000;

export function sendBeforeLeaving(): void {
  document.getElementById("demo")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const late = new Promise((done) => setTimeout(done, WAIT_MS));
    void Promise.race([sendNow().catch(() => {}), late]).then(() => form.submit());
  });
}
