/** KEEP-4: the header of a response to a form that was sent after the session's end, without effect. */
export const SIGNED_OUT_HEADER = "Ona-Signed-Out";
