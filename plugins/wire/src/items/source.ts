import type { Source } from "@varve/kernel";

const DATA = "data:";
const BASE64 = ";base64";

/** Reads a URL; the data of a plain base64 data URL is taken out of it. */
export function sourceOfUrl(url: string): Source {
  const comma = url.indexOf(",");
  if (url.startsWith(DATA) && comma > 0) {
    const head = url.slice(DATA.length, comma);
    const mediaType = head.endsWith(BASE64) ? head.slice(0, -BASE64.length) : "";
    // Parameters have no place in a media type; such a URL is kept as it is.
    if (mediaType !== "" && !mediaType.includes(";")) return { kind: "base64", mediaType, data: url.slice(comma + 1) };
  }
  return { kind: "url", url };
}

/** Reads file data, which is a data URL or bare base64. */
export function sourceOfFileData(data: string): Source {
  return data.startsWith(DATA) ? sourceOfUrl(data) : { kind: "base64", mediaType: "application/octet-stream", data };
}

/** The data URL of base64 data. */
export function dataUrl({ mediaType, data }: Extract<Source, { readonly kind: "base64" }>): string {
  return `${DATA}${mediaType}${BASE64},${data}`;
}
