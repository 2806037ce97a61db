/** KEEP-4: the response header that says: the form was sent after the session had ended, and had no effect. */
export const SIGNED_OUT_HEADER = "Ona-Signed-Out";
