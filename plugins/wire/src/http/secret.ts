/** A text without a key, whoever repeated it: servers and proxies quote what they refuse. */
export function withoutSecret(text: string, secret: string | null): string {
  if (secret === null || secret === "") return text;
  return [secret, encodeURIComponent(secret)].reduce((left, each) => left.replaceAll(each, "[key]"), text);
}
