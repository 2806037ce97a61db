/** Gives phone.ts the rules of every country. Imported once, by whatever starts on the server. */
import metadata from "libphonenumber-js/metadata.max.json" with { type: "json" };
import { setPhoneMetadata } from "./phone.ts";

setPhoneMetadata(metadata);
