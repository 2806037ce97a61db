/** The path prefix of the API. There is one version: fields and endpoints are only added. */
export const API_PATH = "/api/v1";
