/** The text of a refusal about something that somebody else removed meanwhile, and what to do then. */
export const goneText = (what: string, then = "Load the page again."): string =>
  `${what} is not there any more. ${then}`;
