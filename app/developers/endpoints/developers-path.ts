/** The address of the page with the keys and webhooks of a person, or of a store. */
export const developersPath = (ofStore: boolean): string =>
  ofStore ? "/store/dashboard/developers" : "/profile/developers";
