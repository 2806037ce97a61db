/** The pattern of a stored file's name. The server generates the names, so any other name is a mistake or an attack. */
export const FILE_KEY = /^[a-z0-9][a-z0-9-]*\.(webp|jpg)$/;
