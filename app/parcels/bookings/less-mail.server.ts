/** CASH-15: the mail that asks whether the sender agreed that the receiver pays less than the amount due. */
import { eq } from "drizzle-orm";
import { formatDateTime } from "../../domain/dates.ts";
import { lessQuestion, lessUntil } from "../../domain/less-agreed.ts";
import { formatNaira } from "../../domain/money.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { letter } from "../../platform/mail/letter.tsx";
import { mailedPath } from "./who-opens-own-booking.server.ts";
import { openLess } from "../less-agreed/settle-less.server.ts";

/** Writes the mail. Null if the sender has already answered, or if the delivery with the smaller amount was undone. */
export const lessAgreedMail: MailText<"less_agreed"> = async (services, { bookingId, exceptionId }) => {
  const [row] = await services.db.select().from(bookings).where(eq(bookings.id, bookingId));
  const less = row && (await openLess(services.db, bookingId));
  if (less?.id !== exceptionId || !row) return null;
  const news = lessQuestion(less);
  return letter(
    await services.company(),
    { name: row.senderName, address: row.senderEmail },
    {
      title: "Did you agree to less money?",
      news,
      preview: `${news} ${row.trackingCode}`,
      code: row.trackingCode,
      more: [
        "Our rider told us so when the parcel was delivered.",
        ...(less.deliveryKobo > 0
          ? [`If it is right, you still pay ${formatNaira(less.deliveryKobo)} for the delivery.`]
          : []),
        `Please answer by ${formatDateTime(lessUntil(less.askedAt))}. If it is not right, or you do not answer, we look into the difference. You owe nothing by that.`,
      ],
      button: { text: "Answer", href: services.origin + mailedPath(services, row.trackingCode) },
    },
  );
};
