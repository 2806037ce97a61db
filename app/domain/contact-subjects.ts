/** CONTACT-2: the five subjects of the contact form. */
export const CONTACT_SUBJECTS = [
  "General Inquiry",
  "Booking Question",
  "Tracking Issue",
  "Business Partnership",
  "Complaint",
] as const;
/**
 * CONTACT-4: every subject that a message can have. The last is the subject of the form 'Request Custom Purchase'.
 */
export const MESSAGE_SUBJECTS = [...CONTACT_SUBJECTS, "Custom Purchase"] as const;
export type MessageSubject = (typeof MESSAGE_SUBJECTS)[number];
