/** What a stored file may be called: names are made by the server, so anything else is a mistake or an attack. */
export const FILE_KEY = /^[a-z0-9][a-z0-9-]*\.(webp|jpg)$/;
