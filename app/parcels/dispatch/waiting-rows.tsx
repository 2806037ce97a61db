/** STAFF-21: a bar with the number of new bookings. The bar covers the head of the table, so that no row moves. */
export function WaitingRows({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className="relative z-20 h-0">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="absolute inset-x-0 top-0 mx-auto min-h-11 w-fit border-2 border-ink bg-danfo px-4 font-semibold text-black shadow-[3px_3px_0_0_var(--color-ink)] md:min-h-9"
        >
          {count === 1 ? "1 new booking: show" : `${count} new bookings: show`}
        </button>
      )}
    </div>
  );
}
