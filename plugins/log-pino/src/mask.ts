/** What stands in place of a secret. */
export const MASK = "[masked]";

/**
 * Forms by which the keys and tokens of well-known services can be told, wherever they stand in a text. Every expression
 * takes time in proportion to the text.
 */
const SECRETS: readonly (readonly [form: RegExp, replacement: string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, MASK],
  // JSON Web Tokens: header and payload begin with `{"` in base64url.
  [/\beyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)?/g, MASK],
  // OpenAI, Anthropic, Stripe: `sk-…`, `sk_live_…`.
  [/(?<![A-Za-z0-9])[rs]k[-_][\w-]{8,}/g, MASK],
  // AWS access key ids.
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g, MASK],
  // GitHub and GitLab.
  [/\b(?:gh[pousr]_|github_pat_|glpat-)[\w-]{10,}/g, MASK],
  // Slack.
  [/\bxox[a-z]-[\w-]{8,}/g, MASK],
  // Google.
  [/\bAIza[\w-]{20,}/g, MASK],
  [/\bya29\.[\w-]{10,}/g, MASK],
  // Hugging Face, npm, Groq, xAI.
  [/\b(?:hf_|npm_|gsk_|xai-)[A-Za-z0-9]{16,}/g, MASK],
  // Headers, and pairs of a telling name and a value, as in a query, a header list or JSON.
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${MASK}`],
  [
    /((?:api[-_]?key|access[-_]?key|token|password|passwd|secret|authorization|cookie)["']?\s*[:=]\s*["']?)(?!bearer\b|basic\b|\[masked\])[^\s"',;&}]{4,}/gi,
    `$1${MASK}`,
  ],
  // Credentials in an address.
  [/(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,100}):[^\s/@]{1,200}@/gi, `$1:${MASK}@`],
];

/** Texts longer than this are cut before they are searched, and cut again below: no error message is worth more. */
const SEARCHED_CHARACTERS = 65_536;

/** The text without what looks like a secret, at most `most` characters of it. */
export function maskText(text: string, most: number): string {
  let masked = text.slice(0, SEARCHED_CHARACTERS);
  for (const [form, replacement] of SECRETS) masked = masked.replace(form, replacement);
  return masked.length <= most ? masked.toWellFormed() : `${masked.slice(0, most).toWellFormed()}…`;
}

/** The longest text in a line. */
const MOST_CHARACTERS = 4_000;

/** A value with every text in it masked; objects and lists at any depth. */
function maskValue(value: unknown): unknown {
  if (typeof value === "string") return maskText(value, MOST_CHARACTERS);
  if (Array.isArray(value)) return value.map(maskValue);
  if (typeof value === "object" && value !== null) return maskMembers(value);
  return value;
}

/** As {@link maskValue}, for the members of an object. */
export function maskMembers(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, maskValue(member)]));
}
