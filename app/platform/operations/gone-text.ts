/** Returns the text of a refusal for a record that somebody else removed meanwhile, with the next step. */
export const goneText = (what: string, then = "Load the page again."): string =>
  `${what} is not there any more. ${then}`;
