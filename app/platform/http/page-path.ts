/** The path of a request's page. Links inside the product request `<path>.data`. */
export const pagePath = ({ pathname }: URL): string =>
  pathname.replace(/(?<=\/)_\.data$|\.data$/, "").replace(/^\/_root$/, "/");
