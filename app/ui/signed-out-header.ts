/** KEEP-4: the header of a response to a form that was sent after the session had ended. Nothing was done then. */
export const SIGNED_OUT_HEADER = "Ona-Signed-Out";
