/** The JSON pointer (RFC 6901) along some keys: `["a/b", "0"]` is `/a~1b/0`, no keys are `""`, the whole value. */
export function jsonPointer(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
