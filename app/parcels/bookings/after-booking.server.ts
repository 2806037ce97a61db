/** BOOK-12: after booking: the code in a toast, the prefilled WhatsApp chat to the company, and the way to the track page. */
import { asCustomer } from "../../access/actors.server.ts";
import type { Session } from "../../access/principal-context.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { ENTRY_OWNER_HEADER } from "../../offline/queue-headers.ts";
import { redirectWithToast } from "../../platform/http/toast.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { findOrderToBook } from "./order-to-book.server.ts";
import { noteSentBooking } from "./sender-browser.server.ts";

export const bookedToast = (code: string) => ({
  tone: "good" as const,
  title: "Booking successful!",
  text: `Your booking reference is: ${code}`,
});

/** The URL of the chat with the company, with the booking's code in the text. */
function bookedChat({ whatsapp, name }: { whatsapp: string; name: string }, code: string): string {
  return whatsappLink(
    whatsapp,
    `Hello ${name}, I have just booked a delivery. My booking reference is ${code}.`,
  );
}

/**
 * Redirects to the track page and opens the chat. The owner of a store's order is redirected to the store's orders, and
 * the toast links to the waybill.
 */
export async function goOnAfterBooking(
  services: Services,
  request: Request,
  session: Session,
  { code, orderId }: { code: string; orderId: string | undefined },
): Promise<Response> {
  const owner = asCustomer(session);
  const order = owner && orderId ? await findOrderToBook(services.db, owner, orderId) : null;
  // The send queue reads the code from the track page's URL, so a request of the send queue must not be redirected to
  // the orders.
  if (order && !request.headers.has(ENTRY_OWNER_HEADER)) {
    const store = "/store/dashboard";
    const waybill = `${store}/waybills?store=${order.slug}&code=${code}`;
    return redirectWithToast(services, `${store}/orders?store=${order.slug}`, {
      ...bookedToast(code),
      action: { label: "Print waybill", href: waybill },
    });
  }
  const chat = bookedChat(await services.company(), code);
  const toast = {
    ...bookedToast(code),
    action: { label: "Open WhatsApp", href: chat, newTab: true },
    open: chat,
  };
  const sent = session.person === null ? [await noteSentBooking(services, request, code)] : [];
  return redirectWithToast(services, `/track?code=${code}`, toast, ...sent);
}
