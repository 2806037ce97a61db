/** The 36 states and the FCT: names and positions on the map. */

/** The centre of a state on the map (744 × 600, the view box of @svg-maps/nigeria). */
export const STATE_POINTS = {
  Abia: [300, 527],
  Adamawa: [605, 286],
  "Akwa Ibom": [321, 555],
  Anambra: [264, 480],
  Bauchi: [454, 196],
  Bayelsa: [214, 571],
  Benue: [377, 411],
  Borno: [648, 132],
  "Cross River": [366, 502],
  Delta: [204, 511],
  Ebonyi: [331, 477],
  Edo: [201, 454],
  Ekiti: [164, 387],
  Enugu: [295, 460],
  FCT: [277, 315],
  Gombe: [531, 219],
  Imo: [271, 521],
  Jigawa: [426, 105],
  Kaduna: [312, 222],
  Kano: [362, 136],
  Katsina: [308, 96],
  Kebbi: [114, 134],
  Kogi: [250, 387],
  Kwara: [106, 308],
  Lagos: [56, 460],
  Nasarawa: [342, 338],
  Niger: [182, 248],
  Ogun: [50, 431],
  Ondo: [154, 437],
  Osun: [116, 398],
  Oyo: [59, 360],
  Plateau: [426, 294],
  Rivers: [259, 558],
  Sokoto: [164, 54],
  Taraba: [505, 367],
  Yobe: [544, 100],
  Zamfara: [223, 113],
} as const satisfies Record<string, readonly [number, number]>;

export type StateName = keyof typeof STATE_POINTS;
export const STATES = Object.keys(STATE_POINTS) as StateName[];

export function isState(name: string): name is StateName {
  return Object.hasOwn(STATE_POINTS, name);
}

/** Writes 'FCT (Abuja)' for 'FCT', and any other state by its name. */
export function stateLabel(name: string): string {
  return name === "FCT" ? "FCT (Abuja)" : name;
}

/** TRACK-4: the public part of a postal address: the state, and the town if it is known. */
export type TownAndState = { town: string | null; state: string };

/** Writes a place as 'Ikeja, Lagos' or 'Lagos'. */
export function placeText(place: TownAndState): string {
  return place.town && place.town !== place.state ? `${place.town}, ${place.state}` : place.state;
}
