/** The company's details, in one place, so that another company can put in its own. */
export const COMPANY = {
  name: "Ona Delivery",
  founded: 2020,
  tagline: "Fast & Reliable Logistics Solutions",
  phone: "+2348006622335",
  /** The displayed form. Stored beside the number so that a page needs no phone library. */
  phoneText: "0800 662 2335",
  whatsapp: "+2348030006622",
  email: "hello@onadelivery.example",
  mailFrom: "no-reply@onadelivery.example",
  address: "12 Herbert Macaulay Way, Yaba, Lagos",
  mapPoint: { latitude: 6.5095, longitude: 3.3711 },
  hours: [
    { days: "Mon-Fri", weekdays: [1, 2, 3, 4, 5], opens: 8, closes: 18, text: "8:00 AM-6:00 PM" },
    { days: "Sat", weekdays: [6], opens: 9, closes: 15, text: "9:00 AM-3:00 PM" },
  ],
  social: [
    { name: "Instagram", url: "https://www.instagram.com/onadelivery" },
    { name: "Facebook", url: "https://www.facebook.com/onadelivery" },
    { name: "X", url: "https://x.com/onadelivery" },
  ],
  team: [
    { name: "Adaeze Okonkwo", role: "Chief Executive Officer" },
    { name: "Tunde Bakare", role: "Head of Operations" },
    { name: "Halima Sani", role: "Head of Customer Care" },
  ],
} as const;
