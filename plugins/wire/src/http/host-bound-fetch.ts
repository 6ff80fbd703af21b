import { CallFailure } from "./failure.ts";

/** How many redirects within the host are followed. */
const MOST_REDIRECTS = 3;

/** Redirects that keep method and body. */
const KEEPING = new Set([307, 308]);

/**
 * A fetch that talks to one origin only: a key that goes with each request must not follow a redirect to somebody else.
 *
 * @param baseUrl whose origin is talked to
 * @throws CallFailure for any other, before anything is sent to it
 */
export function hostBoundFetch(baseUrl: string, send: typeof fetch = fetch): typeof fetch {
  const { origin } = new URL(baseUrl);
  return async (input, init) => {
    let url = new URL(typeof input === "string" || input instanceof URL ? input : input.url);
    for (let followed = 0; followed <= MOST_REDIRECTS; followed += 1) {
      if (url.origin !== origin) throw refusal(`it leads to ${url.origin}, and the key is for ${origin} only`);
      const response = await send(url, { ...init, redirect: "manual" });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null) return response;
      await response.body?.cancel();
      if (!KEEPING.has(response.status)) {
        throw refusal(
          `status ${response.status} sends the caller to ${new URL(location, url).origin} with another method`,
        );
      }
      url = new URL(location, url);
    }
    throw refusal(`there were more than ${MOST_REDIRECTS} redirects`);
  };
}

function refusal(reason: string): CallFailure {
  return new CallFailure({
    kind: "answered",
    message: `a redirect was not followed: ${reason}. Set base_url to where the API really is`,
    code: "redirect_refused",
  });
}
