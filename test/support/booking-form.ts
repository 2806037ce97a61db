/** The booking form, filled as a person fills it: in a browser by its labels, without one by its names. */
import type { Locator, Page } from "playwright-core";

export const TYPED: [string, string, string][] = [
  ["Sender", "Full name", "Ngozi Eze"],
  ["Sender", "Phone number", "0803 123 4567"],
  ["Sender", "E-mail", "ngozi@example.com"],
  ["Sender", "Pickup address", "4 Allen Avenue, Ikeja, Lagos"],
  ["Receiver", "Full name", "Musa Bello"],
  ["Receiver", "Phone number", "0805 123 4567"],
  ["Receiver", "Delivery address", "12 Bompai Road, Kano"],
  ["Package", "What is in it?", "Two books"],
  ["Package", "Weight (kg)", "2.5"],
];

/** The body of the form, but for its key. */
export const BODY = {
  senderName: "Ngozi Eze",
  senderPhone: "0803 123 4567",
  senderEmail: "ngozi@example.com",
  senderAddress: "4 Allen Avenue, Ikeja, Lagos",
  receiverName: "Musa Bello",
  receiverPhone: "+2348031234568",
  receiverAddress: "12 Bompai Road, Kano",
  packageDescription: "Two books",
  packageWeight: "2.5",
  packageType: "Parcel",
  deliveryType: "express",
};

export const fieldOf = (page: Page, group: string, label: string): Locator =>
  page.getByRole("group", { name: group, exact: true }).getByLabel(label, { exact: true });

export async function fill(page: Page): Promise<void> {
  for (const [group, label, value] of TYPED) await fieldOf(page, group, label).fill(value);
}
