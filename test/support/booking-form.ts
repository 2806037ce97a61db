/** The booking form, filled as a person fills it. */
import type { Page } from "playwright-core";

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

export async function fill(page: Page): Promise<void> {
  for (const [group, label, value] of TYPED)
    await page
      .getByRole("group", { name: group, exact: true })
      .getByLabel(label, { exact: true })
      .fill(value);
}
