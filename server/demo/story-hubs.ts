/** The hubs of the demo. No hub delivers to Borno and Yobe, so dispatch chooses the hub of bookings to these states. */
export const HUBS = {
  IKJ: ["Ikeja", "22 Oba Akran Avenue, Ikeja, Lagos", "Lagos\nOgun"],
  IBD: ["Ibadan", "8 Iwo Road, Ibadan, Oyo", "Oyo\nOsun\nOndo\nEkiti\nKwara"],
  ABJ: ["Abuja", "5 Herbert Macaulay Way, Wuse, Abuja", "FCT\nNasarawa\nNiger\nKogi\nBenue\nPlateau"],
  KAN: [
    "Kano",
    "31 Murtala Mohammed Way, Kano",
    "Kano\nKaduna\nJigawa\nKatsina\nZamfara\nSokoto\nKebbi\nBauchi",
  ],
  PHC: [
    "Port Harcourt",
    "17 Trans Amadi Road, Port Harcourt, Rivers",
    "Rivers\nBayelsa\nAkwa Ibom\nCross River\nAbia",
  ],
  ONI: ["Onitsha", "40 Oguta Road, Onitsha, Anambra", "Anambra\nEnugu\nImo\nEbonyi\nDelta\nEdo"],
} as const;
export type StoryHubCode = keyof typeof HUBS;
export const HUB_CODES = Object.keys(HUBS) as StoryHubCode[];
