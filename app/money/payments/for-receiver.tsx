/**
 * RECEIVER-3: shows the receiver's link on the printed receipt, for a sender without email. `src` is the QR code's
 * URL.
 */
export function ForReceiver({ src }: { src: string }) {
  return (
    <section className="mt-4 hidden break-inside-avoid flex-wrap gap-x-4 gap-y-2 border-t-2 border-dashed border-ink pt-3 print:flex">
      <div className="flex-[1_1_50mm]">
        <h2 className="font-display text-lg font-bold">For the receiver</h2>
        <p className="mt-1">
          Send them this page, and nobody else. It says when the parcel comes and what is to be paid. Their
          PIN comes there on the day.
        </p>
      </div>
      <img src={src} alt="QR code and address of the receiver's page" className="w-[62mm] max-w-full" />
    </section>
  );
}
