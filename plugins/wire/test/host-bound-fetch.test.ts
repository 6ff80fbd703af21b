import { describe, expect, it } from "vitest";
import { CallFailure, hostBoundFetch } from "../src/index.ts";

const BASE = "https://api.example.com/v1";

/** A network that answers by address, and remembers what was asked of it. */
function network(answers: Readonly<Record<string, { readonly status: number; readonly location?: string }>>) {
  const asked: string[] = [];
  const send: typeof fetch = async (input) => {
    const url = String(input);
    asked.push(url);
    const { status, location } = answers[url] ?? { status: 200 };
    return new Response(null, { status, headers: location === undefined ? {} : { location } });
  };
  return { asked, send };
}

async function failureOf(work: Promise<unknown>) {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof CallFailure)) throw new Error("it did not fail");
  return error.failure;
}

describe("a fetch that is bound to a host", () => {
  it("sends nothing to another one, whoever asks for it", async () => {
    const { asked, send } = network({});
    const failure = await failureOf(hostBoundFetch(BASE, send)("https://elsewhere.example.com/v1/x"));
    expect(failure.message).toContain("https://elsewhere.example.com");
    expect(asked).toEqual([]);
  });

  it.each(["https://elsewhere.example.com/x", "http://api.example.com/v1/x", "https://api.example.com:8443/v1/x"])(
    "does not follow a redirect to %s",
    async (location) => {
      const { asked, send } = network({ [`${BASE}/x`]: { status: 307, location } });
      const failure = await failureOf(hostBoundFetch(BASE, send)(`${BASE}/x`, { method: "POST" }));
      expect(failure).toMatchObject({ code: "redirect_refused" });
      expect(asked).toEqual([`${BASE}/x`]);
    },
  );

  it("follows one within the host that keeps the method", async () => {
    const { asked, send } = network({ [`${BASE}/x`]: { status: 308, location: "/v2/x" } });
    const response = await hostBoundFetch(BASE, send)(`${BASE}/x`, { method: "POST" });
    expect(response.status).toBe(200);
    expect(asked).toEqual([`${BASE}/x`, "https://api.example.com/v2/x"]);
  });

  it("follows neither one that changes the method nor a circle", async () => {
    const changing = network({ [`${BASE}/x`]: { status: 302, location: "/v1/y" } });
    expect((await failureOf(hostBoundFetch(BASE, changing.send)(`${BASE}/x`))).code).toBe("redirect_refused");
    const circle = network({ [`${BASE}/x`]: { status: 307, location: `${BASE}/x` } });
    expect((await failureOf(hostBoundFetch(BASE, circle.send)(`${BASE}/x`))).message).toContain("redirects");
    expect(circle.asked.length).toBeLessThan(6);
  });
});
