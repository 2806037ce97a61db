/** The path of the page that a request is about: a link followed inside the product asks for `<path>.data`. */
export const pagePath = ({ pathname }: URL): string =>
  pathname.replace(/(?<=\/)_\.data$|\.data$/, "").replace(/^\/_root$/, "/");
