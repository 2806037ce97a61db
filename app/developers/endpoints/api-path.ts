/** The path below which the API is. One version: fields and endpoints are only added to it. */
export const API_PATH = "/api/v1";
