/** The path of the page that a request is for. A link inside the product requests `<path>.data` instead of `<path>`. */
export const pagePath = ({ pathname }: URL): string =>
  pathname.replace(/(?<=\/)_\.data$|\.data$/, "").replace(/^\/_root$/, "/");
