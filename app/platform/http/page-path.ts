/** Returns a request's page path. A click on a link inside the product requests `<path>.data` instead of `<path>`. */
export const pagePath = ({ pathname }: URL): string =>
  pathname.replace(/(?<=\/)_\.data$|\.data$/, "").replace(/^\/_root$/, "/");
