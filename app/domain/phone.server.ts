/** Loads the phone rules of every country into phone.ts. The server imports this file once, at its start. */
import metadata from "libphonenumber-js/metadata.max.json" with { type: "json" };
import { setPhoneMetadata } from "./phone.ts";

setPhoneMetadata(metadata);
