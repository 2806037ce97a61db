/** Loads the phone rules of every country into phone.ts. Imported once, where the server starts. */
import metadata from "libphonenumber-js/metadata.max.json" with { type: "json" };
import { setPhoneMetadata } from "./phone.ts";

setPhoneMetadata(metadata);
