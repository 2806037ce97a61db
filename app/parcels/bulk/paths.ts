/** The paths of bulk booking, for customers, stores, businesses and staff. */
type Made = { kind: "customer" | "store" | "business" | "staff" };

export const bulkPath = ({ kind }: Made): string =>
  kind === "staff" ? "/admin/bookings/bulk" : "/book/bulk";
export const batchPath = (batch: Made & { id: string }): string => `${bulkPath(batch)}/${batch.id}`;
