/** The path prefix of the API. The API has only one version: fields and endpoints are added, never removed. */
export const API_PATH = "/api/v1";
