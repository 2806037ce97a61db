/**
 * TELL-3: the settings of the message providers. A provider needs all of its settings or none, because without its
 * secret its delivery reports cannot be verified.
 */
import * as z from "zod";
import { TERMII_URL, type TermiiAccess } from "../app/platform/phone-channels/termii.server.ts";
import { WHATSAPP_URL, type WhatsappAccess } from "../app/platform/phone-channels/whatsapp.server.ts";
import { readApiUrl } from "./setting-parsers.ts";

/** The error message never quotes a secret. */
const secret = z
  .string()
  .regex(
    /^[\x21-\x7e]{8,500}$/,
    "must be the text that the provider's console shows, of at least 8 characters",
  )
  .optional();
const url = (usual: string) =>
  z
    .string()
    .superRefine((text, check) => {
      try {
        readApiUrl(text);
      } catch (problem) {
        check.addIssue({ code: "custom", message: (problem as Error).message });
      }
    })
    .default(usual);

export const CHANNEL_SETTINGS = {
  TERMII_API_KEY: secret,
  TERMII_SENDER_ID: z
    .string()
    .regex(
      /^[A-Za-z0-9 -]{3,11}$/,
      "must be the approved sender ID: 3 to 11 letters, digits, spaces or hyphens",
    )
    .optional(),
  /** The provider signs delivery reports with this key. */
  TERMII_SECRET_KEY: secret,
  TERMII_URL: url(TERMII_URL),
  WHATSAPP_TOKEN: secret,
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{5,25}$/, "must be the number's ID in Meta's app, which is digits")
    .optional(),
  /** The provider signs delivery reports with this key. */
  WHATSAPP_APP_SECRET: secret,
  WHATSAPP_VERIFY_TOKEN: secret,
  WHATSAPP_URL: url(WHATSAPP_URL),
};

export const CHANNEL_SECRETS = [
  "TERMII_API_KEY",
  "TERMII_SECRET_KEY",
  "WHATSAPP_TOKEN",
  "WHATSAPP_APP_SECRET",
  "WHATSAPP_VERIFY_TOKEN",
] as const;

const given = z.object(CHANNEL_SETTINGS);
type Given = z.output<typeof given>;
export type ChannelAccess = { termii: TermiiAccess | null; whatsapp: WhatsappAccess | null };

/** Returns the access to each provider, null for one that is off. Returns an error text if settings are missing. */
export function channelAccess(given: Given): ChannelAccess | string {
  const termii = all("Termii", {
    TERMII_API_KEY: given.TERMII_API_KEY,
    TERMII_SENDER_ID: given.TERMII_SENDER_ID,
    TERMII_SECRET_KEY: given.TERMII_SECRET_KEY,
  });
  const whatsapp = all("WhatsApp", {
    WHATSAPP_TOKEN: given.WHATSAPP_TOKEN,
    WHATSAPP_PHONE_NUMBER_ID: given.WHATSAPP_PHONE_NUMBER_ID,
    WHATSAPP_APP_SECRET: given.WHATSAPP_APP_SECRET,
    WHATSAPP_VERIFY_TOKEN: given.WHATSAPP_VERIFY_TOKEN,
  });
  if (typeof termii === "string") return termii;
  if (typeof whatsapp === "string") return whatsapp;
  return {
    termii: termii && {
      apiKey: termii.TERMII_API_KEY,
      senderId: termii.TERMII_SENDER_ID,
      secretKey: termii.TERMII_SECRET_KEY,
      url: given.TERMII_URL,
    },
    whatsapp: whatsapp && {
      token: whatsapp.WHATSAPP_TOKEN,
      phoneNumberId: whatsapp.WHATSAPP_PHONE_NUMBER_ID,
      appSecret: whatsapp.WHATSAPP_APP_SECRET,
      verifyToken: whatsapp.WHATSAPP_VERIFY_TOKEN,
      url: given.WHATSAPP_URL,
    },
  };
}

function all<Name extends string>(
  provider: string,
  settings: Record<Name, string | undefined>,
): Record<Name, string> | string | null {
  const missing = Object.entries(settings).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length === Object.keys(settings).length) return null;
  if (missing.length > 0)
    return `${missing.join(", ")} must be set too, or none of the settings of ${provider}`;
  return settings as Record<Name, string>;
}
