import { type DestinationStream, type Logger, pino } from "pino";
import { MASK, maskMembers } from "./mask.ts";

export const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export type Level = (typeof LEVELS)[number];

/** Keys whose value is never logged, whatever it looks like. */
const SECRET_KEYS = [
  "authorization",
  "Authorization",
  "apikey",
  "apiKey",
  "api_key",
  "api-key",
  "x-api-key",
  "token",
  "access_token",
  "accessToken",
  "refresh_token",
  "refreshToken",
  "password",
  "passwd",
  "secret",
  "client_secret",
  "clientSecret",
  "credentials",
  "cookie",
  "set-cookie",
  "private_key",
  "privateKey",
] as const;

/** pino's paths have no "at any depth": a line of this plugin is three levels deep, causes of errors aside. */
const PREFIXES = ["", "*", "*.*"] as const;

/** A pino logger that lets no secret through: neither by its key, nor by its form in any text of a line. */
export function createLogger(level: Level, stream: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      redact: {
        paths: PREFIXES.flatMap((prefix) => SECRET_KEYS.map((key) => `${prefix}["${key}"]`)),
        censor: MASK,
      },
      formatters: { log: maskMembers },
    },
    stream,
  );
}
