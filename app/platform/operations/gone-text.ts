/** The refusal's text for a record that somebody else removed meanwhile, and the next step. */
export const goneText = (what: string, then = "Load the page again."): string =>
  `${what} is not there any more. ${then}`;
