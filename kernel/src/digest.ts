const encoder = new TextEncoder();

/**
 * The first `bits` bits of the SHA-256 of a text, in hexadecimal. Web Crypto does the hashing: it is part of the
 * language's platforms and no I/O.
 */
export async function digest(content: string, bits: number): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(content)));
  return Array.from(hash.subarray(0, bits / 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
