/** CONTACT-2: the five subjects of the contact form. */
export const CONTACT_SUBJECTS = [
  "General Inquiry",
  "Booking Question",
  "Tracking Issue",
  "Business Partnership",
  "Complaint",
] as const;
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

export const NOT_UPDATED = "Failed to update message status.";
