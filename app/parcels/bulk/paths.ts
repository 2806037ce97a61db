/** The addresses of bulk booking: of customers, stores and businesses, and of staff. */
type Made = { kind: "customer" | "store" | "business" | "staff" };

export const bulkPath = ({ kind }: Made): string =>
  kind === "staff" ? "/admin/bookings/bulk" : "/book/bulk";
export const batchPath = (batch: Made & { id: string }): string => `${bulkPath(batch)}/${batch.id}`;
